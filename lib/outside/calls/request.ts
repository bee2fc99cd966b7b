import 'server-only';
/**
 * One request of another client for a call, as long as it waits. It stands in the database, where whoever sends the call
 * looks whether anybody still waits for it, and from where another process that hears of a cancellation ends it. This
 * process knows of its own: it keeps them fresh, and lets go of those that were ended elsewhere.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { isHeard } from '@/lib/execution/heard';
import { describeError, log } from '@/lib/log';
import { tell } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { touchChat } from '@/lib/runs/touch-chat';
import { SESSION_DAYS } from '../client-name';

const { outsideRequests } = schema;

const BEAT_MS = 2_000;
/** A cancellation may overtake its request by this much. */
const EARLY = sql`now() - interval '60 seconds'`;

/** Which request it is, as its client and Amber know it. */
export interface RequestName {
  tokenId: string;
  /** The random part of its session's id; null for a client without one. */
  session: string | null;
  /** What the client calls itself; null when it does not say. */
  client: string | null;
  /** The client's id of it, as JSON. */
  requestId: string;
}

export type RequestEnd = 'answered' | 'again' | 'gone' | 'withdrawn';

export class WaitingRequest {
  private readonly id = randomToken();
  private readonly over = new AbortController();
  /** What is being written of its end. */
  private ending: Promise<unknown> = Promise.resolve();
  private isOpen = true;
  /** Whether the word that called it off may have been for another: it came before, and names no session. */
  isGuessed = false;

  private constructor(
    private readonly db: Database,
    readonly name: RequestName,
    private readonly gone: AbortSignal,
  ) {}

  /**
   * Writes down that a client asks for a call.
   * @param gone aborted when its connection is closed
   */
  static async open(db: Database, name: RequestName, gone: AbortSignal): Promise<WaitingRequest> {
    const request = new WaitingRequest(db, name, gone);
    await db.insert(outsideRequests).values({ id: request.id, ...name });
    keep(db, request);
    gone.addEventListener('abort', request.leave);
    if (gone.aborted) request.leave();
    return request;
  }

  /** Aborted when nobody hears the answer any more: the connection is closed, or its client does not want it. */
  get unheard(): AbortSignal {
    return AbortSignal.any([this.gone, this.over.signal]);
  }

  /** It was ended by a word of a client: its own, as far as anybody can tell. */
  get isCalledOff(): boolean {
    return this.over.signal.aborted;
  }

  /** Resolves when the database knows what this process does of whether it still waits. */
  async settled(): Promise<void> {
    // That its client has gone may be known to the system and not yet to us.
    await new Promise((resolve) => setImmediate(resolve));
    await this.ending;
  }

  /**
   * It waits for this call. A word that overtook it is for it, and for no other after it.
   * @returns whether its client has called it off in the meantime, or before it came
   */
  async join(db: Queryable, runId: string): Promise<boolean> {
    const [row] = await rowsOf<{ ended: RequestEnd | null; overtaken: boolean }>(
      db,
      sql`with word as (delete from outside_requests as early using outside_requests as it
          where it.id = ${this.id} and ${isForIt} returning early.id)
        update outside_requests as it set run_id = ${runId}, beat_at = now(),
          ended = case when ${isCalledOff} then 'withdrawn' else ended end,
          ended_at = case when ${isCalledOff} then now() else ended_at end
        where id = ${this.id} returning ended, exists (select 1 from word) as overtaken`,
    );
    const isCalledOffNow = row?.ended === 'withdrawn';
    this.isGuessed = row?.overtaken === true && this.name.session === null;
    if (isCalledOffNow) this.endHere();
    return isCalledOffNow;
  }

  /** @returns whether it still waits; looked at and kept fresh in the caller's transaction */
  async waits(db: Queryable): Promise<boolean> {
    const rows = await db
      .update(outsideRequests)
      .set({ beatAt: sql`now()` })
      .where(and(eq(outsideRequests.id, this.id), isNull(outsideRequests.endedAt)))
      .returning({ id: outsideRequests.id });
    return rows.length > 0;
  }

  /** It waits no more; how it ended first stands. */
  async end(ended: RequestEnd): Promise<void> {
    this.letGo();
    await this.ending;
    await this.write(ended);
  }

  /** How it ended, as the database has it. */
  async endedAs(): Promise<RequestEnd | null> {
    const [row] = await this.db
      .select({ ended: outsideRequests.ended })
      .from(outsideRequests)
      .where(eq(outsideRequests.id, this.id));
    return row?.ended ?? null;
  }

  /** Its client is not there any more, or said that it does not want it: known from elsewhere. */
  endHere(): void {
    this.letGo();
    this.over.abort();
  }

  private readonly leave = () => {
    this.letGo();
    const failed = (error: unknown) => log('warn', 'outside_request', describeError(error));
    this.ending = this.write('gone').catch(failed);
    void this.ending.then(() => tellHeard(this.db, this.id, false)).catch(failed);
  };

  private letGo(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.gone.removeEventListener('abort', this.leave);
    kept.get(this.db)?.delete(this.id);
  }

  private write(ended: RequestEnd) {
    return this.db
      .update(outsideRequests)
      .set({ ended, endedAt: sql`now()` })
      .where(and(eq(outsideRequests.id, this.id), isNull(outsideRequests.endedAt)));
  }

  get key(): string {
    return this.id;
  }
}

/** A word that overtook it: a name counts for that name, none for none. */
const isForIt = sql`early.early and early.token_id = it.token_id and early.request_id = it.request_id
    and early.session is not distinct from it.session
    and (early.client is not distinct from it.client or it.session is not null) and early.created_at > ${EARLY}`;

/** Its client called it off before it was there, or has ended its session. */
const isCalledOff = sql`(exists (select 1 from word) or exists (select 1 from ended_sessions
    where ended_sessions.token_id = it.token_id and ended_sessions.session = it.session))`;

/** What waits in this process, by its database. */
const kept = new Map<Database, Map<string, WaitingRequest>>();
let timer: NodeJS.Timeout | undefined;

function keep(db: Database, request: WaitingRequest): void {
  const ours = kept.get(db) ?? new Map<string, WaitingRequest>();
  ours.set(request.key, request);
  kept.set(db, ours);
  timer ??= setInterval(beatAll, BEAT_MS).unref();
}

function beatAll(): void {
  for (const [db, ours] of kept) {
    if (ours.size === 0) kept.delete(db);
    else void beat(db, new Map(ours)).catch((error) => log('warn', 'outside_request', describeError(error)));
  }
  if (kept.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * The card of what a request waits for says whether anybody does: tells those who look at it that this has changed.
 * @param isNow whether anybody waits now; where it is otherwise by now nothing has changed
 */
export async function tellHeard(db: Database, requestId: string, isNow: boolean): Promise<void> {
  const [waits] = await rowsOf<{ chatId: string }>(
    db,
    sql`select runs.chat_id as "chatId" from runs join outside_requests on outside_requests.run_id = runs.id
      where outside_requests.id = ${requestId} and runs.status = 'waiting' and ${isHeard} = ${isNow}`,
  );
  if (waits) tell(await db.transaction((tx) => touchChat(tx, waits.chatId)));
}

/** Forgets requests and sessions that nobody can come back to. */
export async function forgetRequests(db: Database): Promise<void> {
  await db.execute(sql`delete from outside_requests where early and ended_at < ${EARLY}`);
  await db.execute(sql`delete from outside_requests
    where (ended_at < now() - interval '1 day' or (ended_at is null and beat_at < now() - interval '1 day'))
    and not exists (select 1 from runs where runs.id = run_id and runs.status in ('running', 'waiting'))`);
  // A day more than an id holds: clocks differ.
  await db.execute(sql`delete from ended_sessions where ended_at < now() - make_interval(days => ${SESSION_DAYS + 1})
    or not exists (select 1 from tokens
    where tokens.id = token_id and revoked_at is null and expires_at > now())`);
}

/** Word of a cancellation may get lost: the row has the last one. */
async function beat(db: Database, ours: ReadonlyMap<string, WaitingRequest>): Promise<void> {
  const alive = await db
    .update(outsideRequests)
    .set({ beatAt: sql`now()` })
    .where(and(inArray(outsideRequests.id, [...ours.keys()]), isNull(outsideRequests.endedAt)))
    .returning({ id: outsideRequests.id });
  const ids = new Set(alive.map(({ id }) => id));
  endAll([...ours.keys()].filter((id) => !ids.has(id)));
}

function endAll(ids: readonly string[]): void {
  for (const ours of kept.values()) for (const id of ids) ours.get(id)?.endHere();
}

notifier.on('withdrawn', ({ requests }) => endAll(requests));
