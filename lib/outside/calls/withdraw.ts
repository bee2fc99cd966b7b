import 'server-only';
/**
 * A client calls off what it has asked for: one request, or all of a session. What was not sent is withdrawn with its
 * card, unless another request waits for the same call; what was sent goes on and is told as it is.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf, type Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { lockChat } from '@/lib/approvals/settle';
import { isHeard } from '@/lib/execution/heard';
import { announce } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { touchChat } from '@/lib/runs/touch-chat';
import { WITHDRAWN, withdraw } from './end';
import { tellAsked } from './message';
import type { RequestName } from './request';

const { endedSessions, outsideRequests, runs } = schema;

/** Of whom a client's word is: its token, and where the calls of that stand. */
export interface Place {
  tokenId: string;
  chatId: string;
}

/** A request that waits, or one that nobody hears and whose call may still run once somebody asks again. */
const isOpen = or(
  isNull(outsideRequests.endedAt),
  and(
    inArray(outsideRequests.ended, ['gone', 'again']),
    sql`("outside_requests"."run_id" is null or exists (select 1 from "runs" where "runs"."id" = "outside_requests"."run_id"
      and "runs"."status" in ('running', 'waiting')))`,
  ),
);

/** Early words of one token that are kept at once; older ones go. */
const MOST_EARLY = 100;

/**
 * Calls off the requests of these ids, in whichever process they wait; or those that are still on their way here. Of a
 * client without a session an id may be that of several requests: then nobody can tell which is meant, none waits any more,
 * and their cards stay for whoever asks again. What nobody hears as it is stays as well: the word may be another window's.
 * @param requestIds as JSON
 */
export async function withdrawRequests(
  db: Database,
  place: Place,
  from: Omit<RequestName, 'requestId'>,
  requestIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(requestIds)];
  if (ids.length === 0) return;
  // Written down first: a request that comes meanwhile finds it, or is found.
  const word = { ...from, early: true, ended: 'withdrawn' as const, endedAt: sql`now()` };
  const early = ids.map((requestId) => ({ ...word, requestId, id: randomToken() }));
  await db.insert(outsideRequests).values(early);
  const isNamed = and(
    eq(outsideRequests.tokenId, from.tokenId),
    inArray(outsideRequests.requestId, ids),
    eq(outsideRequests.early, false),
    ofSameWindow(from),
  );
  const { requestId } = outsideRequests;
  const rows = await db.selectDistinct({ requestId }).from(outsideRequests).where(isNamed);
  const known = new Set(rows.map((row) => row.requestId));
  if (known.size > 0) await end(db, place, isNamed, from.session !== null);
  // A later request may have this id as well: the word was for those that were known.
  const done = early.filter((row) => known.has(row.requestId)).map(({ id }) => id);
  if (done.length > 0) await db.delete(outsideRequests).where(inArray(outsideRequests.id, done));
  if (done.length < early.length) await forgetOldest(db, from.tokenId);
}

async function forgetOldest(db: Database, tokenId: string): Promise<void> {
  await db.execute(sql`delete from outside_requests where id in (select id from outside_requests
    where token_id = ${tokenId} and early order by created_at desc offset ${MOST_EARLY} for update skip locked)`);
}

function ofSameWindow({ session, client }: Omit<RequestName, 'requestId'>): SQL | undefined {
  if (session !== null) return eq(outsideRequests.session, session);
  const ofClient = client === null ? isNull(outsideRequests.client) : eq(outsideRequests.client, client);
  return and(isNull(outsideRequests.session), ofClient);
}

/** Ends a session: all that was asked in it is called off, and nothing is asked in it any more. */
export async function endSession(db: Database, place: Place, session: string): Promise<void> {
  const { tokenId } = place;
  await db.insert(endedSessions).values({ tokenId, session }).onConflictDoNothing();
  const isOfSession = and(eq(outsideRequests.tokenId, tokenId), eq(outsideRequests.session, session));
  await end(db, place, and(isOfSession, eq(outsideRequests.early, false)), true);
}

/** Whether its client has ended this session. */
export async function isEnded(db: Database, tokenId: string, session: string): Promise<boolean> {
  const isIt = and(eq(endedSessions.tokenId, tokenId), eq(endedSessions.session, session));
  return (await db.$count(endedSessions, isIt)) > 0;
}

/** @param isSure whether all that match are meant; otherwise of each id what waits, if that is one */
async function end(db: Database, { chatId }: Place, match: SQL | undefined, isSure: boolean): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const found = await tx.select().from(outsideRequests).where(and(match, isOpen)).for('update');
    const meant = isSure ? found : found.filter(({ endedAt }) => endedAt === null);
    if (meant.length === 0) return [];
    const clear = isSure ? meant : meant.filter((one) => isAlone(one, meant));
    const unclear = meant.filter((one) => !clear.includes(one));
    await mark(tx, clear, 'withdrawn');
    await mark(tx, unclear, 'gone');
    const wanted = new Set(clear.flatMap(({ runId }) => runId ?? []));
    for (const runId of wanted) await withdrawUnheard(tx, runId);
    await touchChat(tx, chatId);
    return meant.map(({ id }) => id);
  });
  if (ended.length === 0) return;
  for (let at = 0; at < ended.length; at += 100) {
    notifier.send({ kind: 'withdrawn', requests: ended.slice(at, at + 100) });
  }
  await announce(db, chatId);
}

type RequestRow = typeof outsideRequests.$inferSelect;

/** Whether no other of its id waits for something else. */
function isAlone(one: RequestRow, all: readonly RequestRow[]): boolean {
  const callOf = ({ runId, id }: RequestRow) => runId ?? id;
  return all.every((other) => other.requestId !== one.requestId || callOf(other) === callOf(one));
}

async function mark(
  tx: Transaction,
  rows: readonly RequestRow[],
  ended: 'withdrawn' | 'gone',
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(outsideRequests)
    .set({ ended, endedAt: sql`now()` })
    .where(inArray(outsideRequests.id, ids));
}

/**
 * Withdraws a call for which no request waits any more. Whoever drives it finds the mark before it sends anything. The
 * chat is locked.
 */
export async function withdrawUnheard(tx: Transaction, runId: string): Promise<void> {
  const [run] = await rowsOf<{ heard: boolean }>(
    tx,
    sql`select ${isHeard} as heard from "runs" where "runs"."id" = ${runId}`,
  );
  if (!run || run.heard) return;
  const [marked] = await tx
    .update(runs)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(runs.id, runId), inArray(runs.status, ['running', 'waiting'])))
    .returning();
  if (marked?.status === 'waiting') await withdraw(tx, marked, WITHDRAWN);
  else if (marked) await tellAsked(tx, marked);
}
