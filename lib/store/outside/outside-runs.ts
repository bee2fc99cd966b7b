import 'server-only';
/**
 * Runs that are calls of other clients: begun with a token, waiting for a person or their client, withdrawn, answered.
 */
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type HeldRun, isHeldBy, isStillDead, type RunRow } from '../runs';
import { isForIt, isHeard, type Joined, joining, unsynced } from './outside-requests';
import type { GrantedServer } from './tokens';

const { outsideRequests, runs } = schema;

/** What is needed to drive a call of another client. */
export type OutsideRun = Pick<
  RunRow,
  'id' | 'fence' | 'chatId' | 'messageId' | 'client' | 'askedHash' | 'tokenId' | 'trace'
>;

export type NewOutsideRun = Omit<OutsideRun, 'fence'> & { tokenId: string; owner: string };

/**
 * Begins a call for which a request waits, unless its token is not valid, or the same call exists and nobody has
 * fetched its outcome yet. An early cancellation for the request is used up. Nothing depends on the row before the call
 * itself is inserted.
 * @param how `alone`: no other call of the token that may ask begins at the same time; `server`: a connected server,
 * which the token must name
 */
export async function insertOutsideRun(
  db: Queryable,
  { owner, ...run }: NewOutsideRun,
  requestId: string,
  { alone, server }: { alone: boolean; server: GrantedServer | undefined },
): Promise<{ run: OutsideRun; joined: Joined } | undefined> {
  const { id, chatId, messageId, client, askedHash, tokenId, trace } = run;
  // In one statement with the check of the token: either a revocation waits, or nothing begins.
  const isNamed = server
    ? sql`and servers @> ${JSON.stringify([{ name: server.name, url: server.url }])}::jsonb`
    : sql``;
  const lock = alone ? sql`for no key update` : sql`for share`;
  const [row] = await rowsOf<Joined & Pick<RunRow, 'fence'>>(
    db,
    sql`with begun as (
        insert into runs (id, chat_id, user_message_id, message_id, status, owner, token_id, client, asked_hash, trace)
        select ${id}, ${chatId}, '', ${messageId}, 'running', ${owner}, tokens.id, ${client}, ${askedHash}, ${trace}
        from tokens where tokens.id = ${tokenId} and revoked_at is null and expires_at > now() ${isNamed} ${lock}
        on conflict (token_id, asked_hash) where asked_hash is not null and answered_at is null do nothing
        returning id, fence
      ), word as (
        delete from outside_requests as early using outside_requests as it, begun
        where it.id = ${requestId} and ${isForIt} returning early.id
      ), joined as (
        update outside_requests as it set ${joining(sql`begun.id`)} from begun where it.id = ${requestId} returning it.ended
      )
      select begun.fence, joined.ended, exists (select 1 from word) as overtaken, ${unsynced}
      from begun left join joined on true`,
  );
  if (!row) return undefined;
  const { fence, ...joined } = row;
  return { run: { ...run, fence }, joined };
}

/** The same call, if nobody has fetched its outcome yet. */
export async function findSameRun(
  db: Queryable,
  tokenId: string,
  askedHash: string | null,
): Promise<RunRow | undefined> {
  const isSame = and(eq(runs.tokenId, tokenId), eq(runs.askedHash, askedHash ?? ''), isNull(runs.answeredAt));
  const [run] = await db.select().from(runs).where(isSame);
  return run;
}

/** A run, and whether a request waits for it. */
export async function findRunHeard(
  tx: Queryable,
  id: string,
): Promise<{ run: RunRow; heard: boolean } | undefined> {
  const [found] = await tx.select({ run: runs, heard: isHeard }).from(runs).where(eq(runs.id, id));
  return found;
}

/** The token's calls that wait for a person, and those that are about to. */
export function countWaitingRuns(tx: Queryable, tokenId: string): Promise<number> {
  const pending = sql`exists (select 1 from approvals where approvals.run_id = runs.id and approvals.status = 'pending')`;
  const unasked = sql`not exists (select 1 from approvals where approvals.run_id = runs.id)`;
  const isOpen = and(inArray(runs.status, ['running', 'waiting']), isNotNull(runs.askedHash));
  const waits = or(pending, and(eq(runs.status, 'running'), unasked));
  return tx.$count(runs, and(eq(runs.tokenId, tokenId), isOpen, waits));
}

/** The token's calls with a card that were cancelled within the last hour. */
export function countCalledOff(tx: Queryable, tokenId: string): Promise<number> {
  const isOff = sql`${runs.withdrawnAt} > now() - interval '1 hour' and ${runs.askedHash} is not null`;
  return tx.$count(runs, and(eq(runs.tokenId, tokenId), isOff));
}

export function listWaitingRuns(tx: Transaction, chatId: string): Promise<RunRow[]> {
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'waiting')));
}

/** The token's calls to a server that wait for a person. */
export function listWaitingRunsAt(tx: Transaction, chatId: string, server: string): Promise<RunRow[]> {
  const isThere = sql`exists (select 1 from "calls" where "calls"."run_id" = "runs"."id" and "calls"."server" = ${server})`;
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'waiting'), isThere));
}

/** Stops the token's calls to a server, and those whose server is not known yet: nothing more of them is sent. */
export async function markStoppedAt(tx: Transaction, chatId: string, server: string): Promise<void> {
  const isElsewhere = sql`exists (select 1 from "calls" where "calls"."run_id" = "runs"."id" and "calls"."server" <> ${server})`;
  await tx
    .update(runs)
    .set({ stopRequestedAt: sql`now()` })
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'running'), sql`not ${isElsewhere}`));
}

/** A call that this process drives waits from here on. */
export async function markWaiting(tx: Transaction, held: HeldRun): Promise<RunRow | undefined> {
  const [run] = await tx.update(runs).set({ status: 'waiting' }).where(isHeldBy(held)).returning();
  return run;
}

/** Withdraws a call for which no request waits, unless it is over. */
export async function markWithdrawn(tx: Transaction, id: string): Promise<RunRow | undefined> {
  const [marked] = await tx
    .update(runs)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(runs.id, id), inArray(runs.status, ['running', 'waiting'])))
    .returning();
  return marked;
}

/** Ends a call that waits, or that this process drives and has not sent; nobody will be told about it later. */
export async function markOver(
  tx: Transaction,
  id: string,
  was: 'waiting' | 'running',
  status: 'superseded' | 'done',
): Promise<void> {
  await tx
    .update(runs)
    .set({ status, endedAt: sql`now()`, answeredAt: sql`now()` })
    .where(and(eq(runs.id, id), eq(runs.status, was)));
}

/**
 * Ends a call that this process drives.
 * @param isAnswered its client gets the outcome; otherwise that is kept for a client that asks again
 */
export async function markDone(db: Queryable, held: HeldRun, isAnswered: boolean): Promise<void> {
  const answered = isAnswered ? { answeredAt: sql`now()` } : {};
  await db
    .update(runs)
    .set({ status: 'done', endedAt: sql`now()`, ...answered })
    .where(isHeldBy(held));
}

/**
 * The same if nobody was asked, as part of the statement that records how the call ended; the request that waits for it
 * ends as well.
 */
export function endingWithCall(db: Queryable, held: HeldRun, requestId: string, isAnswered: boolean) {
  const answered = isAnswered ? { answeredAt: sql`now()` } : {};
  const done = db.$with('done').as(
    db
      .update(runs)
      .set({ status: 'done', endedAt: sql`now()`, ...answered })
      .where(isHeldBy(held))
      .returning({ id: runs.id }),
  );
  const isOpen = and(eq(outsideRequests.id, requestId), isNull(outsideRequests.endedAt));
  const told = db
    .$with('told')
    .as(
      db
        .update(outsideRequests)
        .set({ ended: 'answered', endedAt: sql`now()` })
        .where(isOpen)
        .returning({ id: outsideRequests.id }),
    );
  return db.with(done, told);
}

/** A client has received the outcome, or never will. */
export async function markAnswered(db: Queryable, id: string): Promise<void> {
  await db
    .update(runs)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(runs.id, id), isNull(runs.answeredAt)));
}

/** Fences off the dead process that drove the call. */
export async function markLeft(tx: Transaction, dead: RunRow): Promise<RunRow | undefined> {
  const [run] = await tx
    .update(runs)
    .set({ fence: sql`${runs.fence} + 1`, heartbeatAt: sql`now()` })
    .where(isStillDead(dead))
    .returning();
  return run;
}

/** A decision remains valid for the same call for as long as its card was open. */
const isLapsed: SQL<boolean> = sql`not exists (select 1 from "approvals" where "approvals"."run_id" = "runs"."id"
  and ("approvals"."status" = 'pending' or "approvals"."expires_at" > now()))`;

/** Waiting calls whose decision is no longer valid, at most 100. */
export function listLapsedRuns(db: Database): Promise<RunRow[]> {
  return db
    .select()
    .from(runs)
    .where(and(isNotNull(runs.tokenId), sql`${runs.status} = 'waiting'`, isLapsed))
    .limit(100);
}

export async function findLapsed(
  tx: Transaction,
  id: string,
): Promise<{ lapsed: boolean; status: RunRow['status'] } | undefined> {
  const [found] = await tx
    .select({ lapsed: isLapsed, status: runs.status })
    .from(runs)
    .where(eq(runs.id, id));
  return found;
}
