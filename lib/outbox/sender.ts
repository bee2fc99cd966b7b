import 'server-only';
/**
 * Delivers what stands in the outbox. A mail is written there in the transaction of the change that causes it, so
 * it leaves when that change is committed, and never otherwise. A crash between delivery and mark delivers twice,
 * with the same Message-ID.
 */
import type { OpenDatabase, Queryable } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { lockNextDue, markTried, type OutboxRow } from '@/lib/store/outbox';
import { isRefused } from './delivery';
import type { Deliver } from './outbox-row';

/** Minutes after its writing at which a mail is tried for the 1st, 2nd, ... time; then it is given up. */
const SCHEDULE = [0, 1, 5, 15, 60, 240, 1440];
const POLL_MS = 2000;

/** What became of one look into the outbox. */
export type Outcome = 'empty' | 'sent' | 'failed' | 'postponed';

/**
 * Delivers the oldest mail that is due.
 * @param skip ids that are left alone in this round
 */
export async function deliverNext(
  { db, kind }: OpenDatabase,
  deliver: Deliver,
  skip: string[] = [],
): Promise<{ outcome: Outcome; id?: string }> {
  // The row stays locked while its mail leaves, so no other process takes it. The embedded database has neither
  // a second process nor a second connection: there the lock would only stop everyone else.
  const work = async (held: Queryable) => {
    const row = await lockNextDue(held, SCHEDULE, skip);
    if (!row) return { outcome: 'empty' as const };
    return { outcome: await attempt(held, row, deliver), id: row.id };
  };
  return kind === 'postgres' ? db.transaction(work) : work(db);
}

async function attempt(db: Queryable, row: OutboxRow, deliver: Deliver): Promise<Outcome> {
  const attempts = row.attempts + 1;
  try {
    await deliver(row);
  } catch (error) {
    const isOver = isRefused(error) || attempts >= SCHEDULE.length;
    const lastError = error instanceof Error ? error.message.slice(0, 1000) : String(error);
    log('warn', 'mail_not_sent', { id: row.id, attempts, isOver, error: describeError(error) });
    await markTried(db, row.id, { attempts, status: isOver ? 'failed' : 'pending', lastError });
    return isOver ? 'failed' : 'postponed';
  }
  await markTried(db, row.id, { attempts, status: 'sent', lastError: null });
  return 'sent';
}

/** Looks into the outbox every two seconds, and at once when woken, until it is stopped. */
export class OutboxSender {
  readonly #opened: OpenDatabase;
  readonly #deliver: Deliver;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;
  #failing = false;

  constructor(opened: OpenDatabase, deliver: Deliver) {
    this.#opened = opened;
    this.#deliver = deliver;
  }

  /** Starts looking; also the way to have it look now. */
  wake(): void {
    if (this.#stopped || this.#round) return;
    clearTimeout(this.#timer);
    this.#round = this.#deliverAll().finally(() => {
      this.#round = undefined;
      if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), POLL_MS).unref();
    });
  }

  /** Resolves when no mail is on its way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #deliverAll(): Promise<void> {
    const tried: string[] = [];
    try {
      while (!this.#stopped) {
        const { id } = await deliverNext(this.#opened, this.#deliver, tried);
        if (id === undefined) break;
        tried.push(id);
      }
      this.#failing = false;
    } catch (error) {
      // Said once, not every two seconds.
      if (!this.#failing) log('error', 'outbox_unreachable', { error: describeError(error) });
      this.#failing = true;
    }
  }
}
