import 'server-only';
/**
 * A client calls off what it has asked for: one request, or all of a session. What was not sent is withdrawn with its
 * card, unless another request waits for the same call; what was sent goes on and is told as it is.
 */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { announce } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { lockChat, touchChat } from '@/lib/store/chats';
import {
  deleteOldWords,
  deleteRequests,
  insertEarlyWords,
  listKnownIds,
  lockOpenRequests,
  type Meant,
  markRequestsEnded,
  type RequestName,
  type RequestRow,
} from '@/lib/store/outside/outside-requests';
import { findRunHeard, markWithdrawn } from '@/lib/store/outside/outside-runs';
import { insertEndedSession } from '@/lib/store/outside/tokens';
import { WITHDRAWN, withdraw } from './end';
import { tellAsked } from './message';

/** Of whom a client's word is: its token, and where the calls of that stand. */
export interface Place {
  tokenId: string;
  chatId: string;
}

/** Early words of one token that are kept at once; older ones go. */
const MOST_EARLY = 100;

/**
 * Calls off the requests of these ids, in whichever process they wait; or those that are still on their way here. Of a
 * client without a session an id may be that of several requests: then nobody can tell which is meant, none waits any more,
 * and their cards stay for a client that asks again. What nobody hears as it is stays as well: the word may be another window's.
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
  const early = ids.map((requestId) => ({ requestId, id: randomToken() }));
  await insertEarlyWords(db, from, early);
  const meant = { ...from, requestIds: ids };
  const known = await listKnownIds(db, meant);
  if (known.size > 0) await end(db, place, meant, from.session !== null);
  // A later request may have this id as well: the word was for those that were known.
  const done = early.filter((row) => known.has(row.requestId)).map(({ id }) => id);
  if (done.length > 0) await deleteRequests(db, done);
  if (done.length < early.length) await deleteOldWords(db, from.tokenId, MOST_EARLY);
}

/** Ends a session: all that was asked in it is called off, and nothing is asked in it any more. */
export async function endSession(db: Database, place: Place, session: string): Promise<void> {
  const { tokenId } = place;
  await insertEndedSession(db, tokenId, session);
  await end(db, place, { tokenId, session }, true);
}

/** @param isSure whether all that match are meant; otherwise of each id what waits, if that is one */
async function end(db: Database, { chatId }: Place, meant: Meant, isSure: boolean): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const found = await lockOpenRequests(tx, meant);
    const open = isSure ? found : found.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return [];
    const clear = isSure ? open : open.filter((one) => isAlone(one, open));
    const unclear = open.filter((one) => !clear.includes(one));
    await markRequestsEnded(tx, idsOf(clear), 'withdrawn', true);
    await markRequestsEnded(tx, idsOf(unclear), 'gone', true);
    const wanted = new Set(clear.flatMap(({ runId }) => runId ?? []));
    for (const runId of wanted) await withdrawUnheard(tx, runId);
    await touchChat(tx, chatId);
    return idsOf(open);
  });
  if (ended.length === 0) return;
  for (let at = 0; at < ended.length; at += 100) {
    notifier.send({ kind: 'withdrawn', requests: ended.slice(at, at + 100) });
  }
  await announce(db, chatId);
}

const idsOf = (rows: readonly RequestRow[]) => rows.map(({ id }) => id);

/** Whether no other of its id waits for something else. */
function isAlone(one: RequestRow, all: readonly RequestRow[]): boolean {
  const callOf = ({ runId, id }: RequestRow) => runId ?? id;
  return all.every((other) => other.requestId !== one.requestId || callOf(other) === callOf(one));
}

/**
 * Withdraws a call for which no request waits any more. The process that drives it finds the mark before it sends anything. The
 * chat is locked.
 */
export async function withdrawUnheard(tx: Transaction, runId: string): Promise<void> {
  const found = await findRunHeard(tx, runId);
  if (!found || found.heard) return;
  const marked = await markWithdrawn(tx, runId);
  if (marked?.status === 'waiting') await withdraw(tx, marked, WITHDRAWN);
  else if (marked) await tellAsked(tx, marked);
}
