import 'server-only';
/**
 * A client cancels what it asked for: one request, or all of a session. A call that was not sent is withdrawn with its
 * card, unless another request waits for it; a call that was sent goes on and is reported as it is.
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

/** Where a client's cancellation applies: its token, and the chat that holds the token's calls. */
export interface Place {
  tokenId: string;
  chatId: string;
}

/** How many early cancellations of one token are kept; the oldest ones go. */
const MOST_EARLY = 100;

/**
 * Cancels the requests with these ids, in whichever process they wait, or as soon as they arrive. Without a session,
 * several requests may share an id, and nobody can tell which one is meant: none of them waits any more, but their
 * cards stay for a client that asks again. Requests that nobody waits for are left alone too, since the cancellation
 * may be another window's.
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
  // Recorded first: a request arriving meanwhile either finds this, or is found.
  const early = ids.map((requestId) => ({ requestId, id: randomToken() }));
  await insertEarlyWords(db, from, early);
  const meant = { ...from, requestIds: ids };
  const known = await listKnownIds(db, meant);
  if (known.size > 0) await end(db, place, meant, from.session !== null);
  // A later request may reuse this id; the cancellation was for the ones known now.
  const done = early.filter((row) => known.has(row.requestId)).map(({ id }) => id);
  if (done.length > 0) await deleteRequests(db, done);
  if (done.length < early.length) await deleteOldWords(db, from.tokenId, MOST_EARLY);
}

/** Ends a session: cancels everything asked in it, and refuses anything further. */
export async function endSession(db: Database, place: Place, session: string): Promise<void> {
  const { tokenId } = place;
  await insertEndedSession(db, tokenId, session);
  await end(db, place, { tokenId, session }, true);
}

/** @param isSure whether every match is meant; otherwise only those still waiting, where an id leaves no doubt */
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

/** Whether no other request with the same id waits for a different call. */
function isAlone(one: RequestRow, all: readonly RequestRow[]): boolean {
  const callOf = ({ runId, id }: RequestRow) => runId ?? id;
  return all.every((other) => other.requestId !== one.requestId || callOf(other) === callOf(one));
}

/**
 * Withdraws a call that no request waits for any more. The process that drives it finds the mark before it sends
 * anything. The caller has locked the chat.
 */
export async function withdrawUnheard(tx: Transaction, runId: string): Promise<void> {
  const found = await findRunHeard(tx, runId);
  if (!found || found.heard) return;
  const marked = await markWithdrawn(tx, runId);
  if (marked?.status === 'waiting') await withdraw(tx, marked, WITHDRAWN);
  else if (marked) await tellAsked(tx, marked);
}
