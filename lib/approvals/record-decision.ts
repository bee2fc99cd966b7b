import 'server-only';
/**
 * Records a decision: the lock and all reads take one round trip, all writes the next. The result is computed in
 * between, from rows that nobody changes while the chat is locked.
 */
import type { Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import { advanceAll } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { confirmationsNeeded } from '@/lib/rules/confirmers';
import { type ApprovalRow, markReleased } from '@/lib/store/approvals';
import { listUnresolved } from '@/lib/store/calls';
import { countChange, lockChat } from '@/lib/store/chats';
import { addConfirmation, decideCard, listConfirmers, listDecidable } from '@/lib/store/decisions';
import { findDecider, hasSession } from '@/lib/store/people';
import { findRun, type RunRow, takeRun } from '@/lib/store/runs';
import { storable } from '@/lib/values/text';
import type { ApprovalStatus } from './approval-view';
import { conflict } from './conflict';
import type { DecideContext, Decided, Decision } from './decision';
import { mayConfirm, stoppedPerson } from './rights';
import { settleWaitingRun } from './settle';

/** Everything that the decision depends on. */
type Read = Awaited<ReturnType<typeof readAll>>;

async function readAll(tx: Transaction, { caller, session, onLock }: DecideContext, row: ApprovalRow) {
  // Sent together and executed in order: the lock first.
  const [, decider, isSignedIn, run, cards, confirmed, unknown] = await Promise.all([
    lockChat(tx, row.chatId),
    findDecider(tx, caller.userId),
    session == null || hasSession(tx, caller.userId, session),
    findRun(tx, row.runId),
    listDecidable(tx, row.runId),
    listConfirmers(tx, row),
    listUnresolved(tx, row.runId),
    onLock?.(tx, row.runId),
  ]);
  return { decider, isSignedIn, run, cards, confirmed, unknown };
}

/**
 * @param assertMay throws if this person may not decide it
 * @param holdSeconds how long it is held once it is confirmed, as judged now
 * @throws AppError as `decide`
 */
export async function recordDecision(
  tx: Transaction,
  context: DecideContext,
  given: Decision,
  row: ApprovalRow,
  assertMay: (decider: Caller) => void,
  holdSeconds: number | null = null,
): Promise<Decided> {
  const read = await readAll(tx, context, row);
  const { decider, isSignedIn, run, cards } = read;
  if (decider?.teamId !== row.teamId) {
    throw new AppError('forbidden', 'You are not in this team any more.');
  }
  assertMay(decider);
  if (decider.isStopped && given.decision === 'confirm') throw stoppedPerson();
  // The session may have ended since the request arrived.
  if (!isSignedIn) {
    throw new AppError('unauthorized', 'You are signed out by now. Nothing was decided; sign in again.');
  }
  const isConfirm = given.decision === 'confirm';
  const status = isConfirm ? 'confirmed' : 'cancelled';
  const same = { status, chatId: row.chatId, runId: row.runId, goesOn: false, isNew: false } as const;
  const card = cards.find((one) => one.row.id === row.id);
  const isActive = run?.status === 'running' || run?.status === 'waiting';
  if (!run || !isActive || card?.row.status !== 'pending' || card.isDue) {
    if (statusOf(card?.row) === status) return same;
    throw conflict(statusOf(card?.row));
  }
  const confirmation = { approvalId: row.id, userId: decider.userId, session: context.session };
  if (isConfirm && lacking(row, read, decider) > 0) {
    await Promise.all([addConfirmation(tx, confirmation), countChange(tx, row.chatId)]);
    return { ...same, status: 'pending' };
  }
  const reason = given.decision === 'cancel' && given.reason ? storable(given.reason) : null;
  const decided = { decidedBy: decider.userId, decidedSession: context.session, decisionReason: reason };
  const writes = Promise.all([
    isConfirm && addConfirmation(tx, confirmation),
    decideCard(tx, row.id, isConfirm ? holdSeconds : null, { status, ...decided }),
    advanceAll(tx, row.runId, [row.toolCallId], isConfirm ? 'approved' : 'denied', {
      decidedBy: decider.userId,
    }),
  ]);
  writes.catch(() => {});
  const going = goOn(tx, context, read, run, row.id, isConfirm && holdSeconds !== null);
  going.catch(() => {});
  const [, isDecided] = await writes;
  const taken = await going;
  if (!isDecided) throw conflict('expired');
  const isTaken = taken !== false;
  return { ...same, isNew: true, goesOn: isTaken, ...(isTaken && taken !== true && { taken }) };
}

/** How many more people must confirm besides those who have and still could, this person included. */
function lacking(row: ApprovalRow, { confirmed }: Read, decider: Caller): number {
  const all = [...confirmed.filter(({ userId }) => userId !== decider.userId), decider];
  return confirmationsNeeded(row) - all.filter((one) => mayConfirm(one, row)).length;
}

/**
 * Lets the run continue if nothing of it waits any more. Sent together with the decision, in the same transaction.
 * @returns the run as taken; true if it was taken and has yet to be read
 */
async function goOn(
  tx: Transaction,
  { owner, onTaken }: DecideContext,
  { cards, unknown }: Read,
  run: RunRow,
  decided: string,
  isHeld: boolean,
): Promise<RunRow | boolean> {
  // By then the writes are sent, so that everything read from here on is read after them.
  await new Promise((resolve) => setImmediate(resolve));
  const others = cards.filter(({ row }) => row.id !== decided && row.status === 'pending');
  // Expired cards are marked first, with the reason.
  if (others.some(({ isDue }) => isDue)) return settleWaitingRun(tx, run, owner);
  // Nothing of a step runs while something of it can still be taken back.
  const isHeldBack = isHeld || cards.some((card) => card.isHeldBack);
  const complete = others.length === 0 && !isHeldBack;
  const isReleased = cards.some(({ row }) => row.status === 'held');
  // A call of another client runs only for a client that waits for it: the process that serves such a client takes the
  // run.
  const isTaken = complete && run.status === 'waiting' && run.tokenId === null && unknown.length === 0;
  const [, taken] = await Promise.all([
    complete && isReleased && markReleased(tx, run.id),
    isTaken ? takeRun(tx, run.id, owner) : undefined,
    countChange(tx, run.chatId),
    isTaken && onTaken?.(tx, run),
  ]);
  return taken ?? false;
}

/** The status if it is no longer pending. */
export function statusOf(row: ApprovalRow | undefined): ApprovalStatus {
  const status = row?.status ?? 'superseded';
  if (status === 'pending') return 'expired';
  return status === 'held' || status === 'released' ? 'superseded' : status;
}
