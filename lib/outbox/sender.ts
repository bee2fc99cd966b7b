import 'server-only';
/**
 * Delivers the contents of the outbox. A mail is written there in the transaction of the change that causes it, so it
 * is sent exactly if that change is committed. A crash between delivery and mark delivers it twice, with the same
 * Message-ID.
 */
import type { OpenDatabase, Queryable } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { counted } from '@/lib/seeing/meters';
import { span } from '@/lib/seeing/spans';
import {
  listDueKinds,
  markTried,
  type OutboxKind,
  type OutboxRow,
  takeNextDue,
  type Wanted,
} from '@/lib/store/outbox';
import { isRefused } from './delivery';
import type { Deliver } from './outbox-row';

/** The 1st, 2nd, ... attempt is made this many minutes after a mail was written; then it is given up. */
const SCHEDULE = [0, 1, 5, 15, 60, 240, 1440];
const POLL_MS = 2000;
/**
 * How many of a kind are being sent at once. No kind waits for another: the addresses of browsers come from anybody,
 * and may never answer. Only one of a person's browsers is notified at a time, which leaves room for others'.
 */
const AT_ONCE: Record<OutboxKind, number> = { mail: 1, webhook: 1, push: 4 };

/** The result of one look into the outbox. */
export type Outcome = 'empty' | 'sent' | 'failed' | 'postponed';

/** Delivers the oldest one that is due. */
export async function deliverNext(
  { db }: Pick<OpenDatabase, 'db'>,
  deliver: Deliver,
): Promise<{ outcome: Outcome; id?: string }> {
  const row = await takeNextDue(db, { schedule: SCHEDULE });
  return row ? { outcome: await attempt(db, row, deliver), id: row.id } : { outcome: 'empty' };
}

async function attempt(db: Queryable, row: OutboxRow, deliver: Deliver): Promise<Outcome> {
  const { id, attempts } = row;
  try {
    await span(`send ${row.kind}`, { kind: 'client', attributes: { 'amber.outbox.id': id } }, () =>
      deliver(row),
    );
  } catch (error) {
    const isOver = isRefused(error) || attempts >= SCHEDULE.length;
    const lastError = error instanceof Error ? error.message.slice(0, 1000) : String(error);
    log('warn', 'mail_not_sent', { id, attempts, isOver, error: describeError(error) });
    counted('amber_sends_total', { kind: row.kind, outcome: isOver ? 'failed' : 'postponed' });
    await markTried(db, id, { status: isOver ? 'failed' : 'pending', lastError });
    return isOver ? 'failed' : 'postponed';
  }
  counted('amber_sends_total', { kind: row.kind, outcome: 'sent' });
  await markTried(db, id, { status: 'sent', lastError: null });
  return 'sent';
}

/** Looks into the outbox every two seconds, and at once when woken, until it is stopped. */
export class OutboxSender {
  readonly #db: Queryable;
  readonly #deliver: Deliver;
  readonly #lanes = new Map<OutboxKind, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #stopped = false;
  #failing = false;

  constructor({ db }: Pick<OpenDatabase, 'db'>, deliver: Deliver) {
    this.#db = db;
    this.#deliver = deliver;
  }

  /** Starts looking, or looks now. */
  wake(): void {
    if (this.#stopped || this.#look) return;
    clearTimeout(this.#timer);
    this.#look = this.#heeding(() => this.#lookForDue()).finally(() => {
      this.#look = undefined;
      if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), POLL_MS).unref();
    });
  }

  /** Resolves when nothing is being sent any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#look;
    await Promise.all(this.#lanes.values());
  }

  async #lookForDue(): Promise<void> {
    for (const kind of await listDueKinds(this.#db, SCHEDULE)) {
      if (this.#stopped || this.#lanes.has(kind)) continue;
      const lane = this.#heeding(() => this.#deliverAll(kind));
      this.#lanes.set(
        kind,
        lane.finally(() => this.#lanes.delete(kind)),
      );
    }
  }

  async #deliverAll(kind: OutboxKind): Promise<void> {
    const tried: string[] = [];
    const going = new Map<string, Promise<void>>();
    for (;;) {
      const isFree = !this.#stopped && going.size < AT_ONCE[kind];
      const without = kind === 'push' ? [...going.keys()] : [];
      const row = isFree ? await this.#take({ kind, schedule: SCHEDULE, skip: tried, without }) : undefined;
      if (!row && going.size === 0) return;
      if (!row) {
        await Promise.race(going.values());
        continue;
      }
      tried.push(row.id);
      const who = row.person ?? row.id;
      const work = this.#heeding(async () => void (await attempt(this.#db, row, this.#deliver)));
      going.set(
        who,
        work.finally(() => going.delete(who)),
      );
    }
  }

  /** Also nothing if the database is unreachable: sendings in progress are still awaited. */
  async #take(wanted: Wanted): ReturnType<typeof takeNextDue> {
    let row: Awaited<ReturnType<typeof takeNextDue>>;
    await this.#heeding(async () => {
      row = await takeNextDue(this.#db, wanted);
    });
    return row;
  }

  /** Never rejects. An unreachable database is logged once, not every two seconds. */
  async #heeding(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) log('error', 'outbox_unreachable', { error: describeError(error) });
      this.#failing = true;
    }
  }
}
