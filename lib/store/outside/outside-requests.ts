import 'server-only';
/**
 * Requests of other clients for calls, for as long as they wait; and early cancellations, which arrived before their
 * request.
 */
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { outsideRequests } = schema;

export type RequestRow = typeof outsideRequests.$inferSelect;
export type RequestEnd = NonNullable<RequestRow['ended']>;
/** Identifies a request, as its client and Amber know it. `requestId` is JSON. */
export type RequestName = Pick<RequestRow, 'tokenId' | 'session' | 'client' | 'requestId'>;

/** How long a cancellation may arrive before its request. */
const EARLY = sql`now() - interval '60 seconds'`;

/**
 * A request waits for this run of another client, and the process that answers it is alive. Raw SQL with table names:
 * drizzle omits them if a statement has only one table.
 */
export const isHeard = sql<boolean>`exists (select 1 from "outside_requests" where "outside_requests"."run_id" = "runs"."id"
  and "outside_requests"."ended_at" is null and "outside_requests"."beat_at" > now() - interval '15 seconds')`;

/**
 * The commit of this statement does not wait for the disk. For writes on which nothing depends if the database crashes:
 * any later commit that does wait makes them durable too.
 */
export const unsynced = sql`set_config('synchronous_commit', 'off', true)`;

export async function insertRequest(db: Database, request: RequestName & { id: string }): Promise<void> {
  await db.insert(outsideRequests).values(request).returning({ unsynced });
}

/** An early cancellation for this request: a named client matches only that name, none matches none. */
export const isForIt = sql`early.early and early.token_id = it.token_id and early.request_id = it.request_id
    and early.session is not distinct from it.session
    and (early.client is not distinct from it.client or it.session is not null) and early.created_at > ${EARLY}`;

/** Its client cancelled it before it was there, or has ended its session. */
const isCalledOff = sql`(exists (select 1 from word) or exists (select 1 from ended_sessions
    where ended_sessions.token_id = it.token_id and ended_sessions.session = it.session))`;

/** It waits for a call from here on; uses `it` and, before it, `word`. */
export const joining = (runId: SQL) => sql`run_id = ${runId}, beat_at = now(),
        ended = case when ${isCalledOff} then 'withdrawn' else ended end,
        ended_at = case when ${isCalledOff} then now() else ended_at end`;

/** How a request ended, if it has; and whether an early cancellation was there for it. */
export interface Joined {
  ended: RequestEnd | null;
  overtaken: boolean;
}

/** A request waits for this call from here on. An early cancellation for it is used up. */
export async function joinRequest(db: Queryable, id: string, runId: string): Promise<Joined | undefined> {
  const [row] = await rowsOf<Joined>(
    db,
    sql`with word as (delete from outside_requests as early using outside_requests as it
        where it.id = ${id} and ${isForIt} returning early.id)
      update outside_requests as it set ${joining(sql`${runId}`)} where id = ${id} returning ended, exists (select 1 from word) as overtaken`,
  );
  return row;
}

/**
 * Reports that these are still alive here.
 * @returns ids of those that have not ended
 */
export async function beatRequests(db: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .update(outsideRequests)
    .set({ beatAt: sql`now()` })
    .where(and(inArray(outsideRequests.id, ids), isNull(outsideRequests.endedAt)))
    .returning({ id: outsideRequests.id });
  return new Set(rows.map(({ id }) => id));
}

/** The first way in which it ended stays. */
export async function markRequestsEnded(
  db: Queryable,
  ids: readonly string[],
  ended: RequestEnd,
  evenIfEnded = false,
): Promise<void> {
  if (ids.length === 0) return;
  const which = inArray(outsideRequests.id, [...ids]);
  await db
    .update(outsideRequests)
    .set({ ended, endedAt: sql`now()` })
    .where(evenIfEnded ? which : and(which, isNull(outsideRequests.endedAt)));
}

export async function findRequestEnd(db: Database, id: string): Promise<RequestEnd | null> {
  const [row] = await db
    .select({ ended: outsideRequests.ended })
    .from(outsideRequests)
    .where(eq(outsideRequests.id, id));
  return row?.ended ?? null;
}

/** Requests with this token that wait for a call. */
export function countWaitingRequests(tx: Queryable, tokenId: string): Promise<number> {
  const isOurs = and(eq(outsideRequests.tokenId, tokenId), isNotNull(outsideRequests.runId));
  const isFresh = sql`${outsideRequests.beatAt} > now() - interval '15 seconds'`;
  return tx.$count(outsideRequests, and(isOurs, isNull(outsideRequests.endedAt), isFresh));
}

/**
 * The chat of the call that a request waits for, if that call waits for a person.
 * @param isNow true: only if somebody is waiting for it now; false: only if nobody is
 */
export async function findChatOfRequest(
  db: Database,
  id: string,
  isNow: boolean,
): Promise<string | undefined> {
  const [waits] = await rowsOf<{ chatId: string }>(
    db,
    sql`select runs.chat_id as "chatId" from runs join outside_requests on outside_requests.run_id = runs.id
      where outside_requests.id = ${id} and runs.status = 'waiting' and ${isHeard} = ${isNow}`,
  );
  return waits?.chatId;
}

/** Stores early cancellations. */
export async function insertEarlyWords(
  db: Database,
  from: Omit<RequestName, 'requestId'>,
  words: readonly { id: string; requestId: string }[],
): Promise<void> {
  const word = { ...from, early: true, ended: 'withdrawn' as const, endedAt: sql`now()` };
  await db.insert(outsideRequests).values(words.map((one) => ({ ...word, ...one })));
}

export async function deleteRequests(db: Database, ids: string[]): Promise<void> {
  await db.delete(outsideRequests).where(inArray(outsideRequests.id, ids));
}

/** Keeps only the newest early cancellations of a token. */
export async function deleteOldWords(db: Database, tokenId: string, most: number): Promise<void> {
  await db.execute(sql`delete from outside_requests where id in (select id from outside_requests
    where token_id = ${tokenId} and early order by created_at desc offset ${most} for update skip locked)`);
}

/** Which requests a client's message may refer to. */
export interface Meant extends Pick<RequestName, 'tokenId' | 'session'> {
  /** Of one client without a session. */
  client?: string | null;
  /** Absent: all of the session. */
  requestIds?: string[];
}

function isMeant({ tokenId, session, client = null, requestIds }: Meant): SQL | undefined {
  const ofClient = client === null ? isNull(outsideRequests.client) : eq(outsideRequests.client, client);
  return and(
    eq(outsideRequests.tokenId, tokenId),
    requestIds && inArray(outsideRequests.requestId, requestIds),
    eq(outsideRequests.early, false),
    session === null ? and(isNull(outsideRequests.session), ofClient) : eq(outsideRequests.session, session),
  );
}

/** Which of these ids its client has used, whatever became of the requests. */
export async function listKnownIds(db: Database, meant: Meant): Promise<Set<string>> {
  const { requestId } = outsideRequests;
  const rows = await db.selectDistinct({ requestId }).from(outsideRequests).where(isMeant(meant));
  return new Set(rows.map((row) => row.requestId));
}

/** A waiting request, or one that nobody waits for and whose call may still run if somebody asks again. */
const isOpen = or(
  isNull(outsideRequests.endedAt),
  and(
    inArray(outsideRequests.ended, ['gone', 'again']),
    sql`("outside_requests"."run_id" is null or exists (select 1 from "runs" where "runs"."id" = "outside_requests"."run_id"
      and "runs"."status" in ('running', 'waiting')))`,
  ),
);

export function lockOpenRequests(tx: Transaction, meant: Meant): Promise<RequestRow[]> {
  return tx
    .select()
    .from(outsideRequests)
    .where(and(isMeant(meant), isOpen))
    .for('update');
}

/** Deletes early cancellations whose requests never came. */
export async function deleteLateWords(db: Database): Promise<void> {
  await db.execute(sql`delete from outside_requests where early and ended_at < ${EARLY}`);
}

/** Deletes requests that nobody can come back to. */
export async function deleteOldRequests(db: Database): Promise<void> {
  await db.execute(sql`delete from outside_requests
    where (ended_at < now() - interval '1 day' or (ended_at is null and beat_at < now() - interval '1 day'))
    and not exists (select 1 from runs where runs.id = run_id and runs.status in ('running', 'waiting'))`);
}
