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

/**
 * Calls off the request of this name, in whichever process it waits; or the one that is still on its way here. Of a
 * client without a session the name may be that of several: then nobody can tell which is meant, none waits any more,
 * and their cards stay for whoever asks again.
 */
export async function withdrawRequest(db: Database, place: Place, name: RequestName): Promise<void> {
  const early = randomToken();
  // Written down first: a request that comes meanwhile finds it, or is found.
  await db
    .insert(outsideRequests)
    .values({ ...name, id: early, early: true, ended: 'withdrawn', endedAt: sql`now()` });
  const isNamed = and(
    eq(outsideRequests.tokenId, name.tokenId),
    eq(outsideRequests.requestId, name.requestId),
    eq(outsideRequests.early, false),
    ofSameWindow(name),
  );
  const known = await db.$count(outsideRequests, isNamed);
  const isOne = name.session !== null;
  if (known > 0) await end(db, place, isNamed, isOne);
  // A later request may have this id as well: the word was for those that were known.
  if (known > 0) await db.delete(outsideRequests).where(eq(outsideRequests.id, early));
}

function ofSameWindow({ session, client }: RequestName): SQL | undefined {
  if (session !== null) return eq(outsideRequests.session, session);
  const ofClient = client === null ? undefined : eq(outsideRequests.client, client);
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

/** @param isSure whether all that match are meant */
async function end(db: Database, { chatId }: Place, match: SQL | undefined, isSure: boolean): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const found = await tx.select().from(outsideRequests).where(and(match, isOpen)).for('update');
    const waiting = found.filter(({ endedAt }) => endedAt === null);
    const meant = isSure || waiting.length === 0 ? found : waiting;
    const isClear = isSure || new Set(meant.map(({ runId, id }) => runId ?? id)).size === 1;
    // Of what nobody hears nothing runs as it is.
    const those = isClear ? meant : waiting;
    if (those.length === 0) return [];
    await tx
      .update(outsideRequests)
      .set({ ended: isClear ? 'withdrawn' : 'gone', endedAt: sql`now()` })
      .where(
        inArray(
          outsideRequests.id,
          those.map(({ id }) => id),
        ),
      );
    const wanted = new Set(those.flatMap(({ runId }) => runId ?? []));
    if (isClear) for (const runId of wanted) await withdrawUnheard(tx, runId);
    await touchChat(tx, chatId);
    return those.map(({ id }) => id);
  });
  if (ended.length === 0) return;
  for (let at = 0; at < ended.length; at += 100) {
    notifier.send({ kind: 'withdrawn', requests: ended.slice(at, at + 100) });
  }
  await announce(db, chatId);
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
