import 'server-only';
/**
 * Calls that are confirmed and held before they run. Each stays a card that was decided, with a time in its row; as long as it has
 * not been taken to run whoever has a say in it can take it back.
 */
import type { Database, Queryable, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import { advanceAll, type CallRow, endRefusedCall, type Fence, type Noted } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { confirmationsNeeded } from '@/lib/rules/confirmers';
import { findApproval } from '@/lib/store/approval-cards';
import type { ApprovalRow } from '@/lib/store/approvals';
import { lockChat } from '@/lib/store/chats';
import { endHold, takeBackHeld } from '@/lib/store/conversation/holds';
import { listConfirmers } from '@/lib/store/decisions';
import { markRevokedOf } from '@/lib/store/grants';
import { findCaller, hasSession } from '@/lib/store/people';
import { findRun } from '@/lib/store/runs';
import { TAKEN_BACK } from './approval-view';
import type { DecideContext } from './decision';
import { hasRight, mayConfirm, whoConfirms } from './rights';
import { settleWaitingRun } from './settle';

type TakeBackContext = Pick<DecideContext, 'db' | 'caller' | 'session' | 'owner'>;

/** What became of it, and whether its run goes on now: this caller has taken it. */
export interface TakenBack {
  chatId: string;
  runId: string;
  goesOn: boolean;
}

/**
 * Takes a held call back: a decision of its own, by anybody who could have cancelled its card.
 * @throws AppError not_found, forbidden, conflict (it is not held, or has been taken to run)
 */
export async function takeBackHold(context: TakeBackContext, approvalId: string): Promise<TakenBack> {
  const { db, caller } = context;
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  assertMay(caller, found.row);
  return db.transaction(async (tx) => {
    await lockChat(tx, found.row.chatId);
    await assertStillMay(tx, context, found.row);
    if (!(await takeBackLocked(tx, context, found.row))) {
      throw new AppError(
        'conflict',
        'This call is not held any more: it has run, or was taken back already.',
      );
    }
    const run = await findRun(tx, found.row.runId);
    const goesOn = run !== undefined && (await settleWaitingRun(tx, run, context.owner));
    return { chatId: found.row.chatId, runId: found.row.runId, goesOn };
  });
}

/**
 * The same in a transaction that has locked the chat, for somebody whose right was looked at.
 * @returns whether it was held
 */
export async function takeBackLocked(
  tx: Transaction,
  { caller, session }: Pick<TakeBackContext, 'caller' | 'session'>,
  row: ApprovalRow,
): Promise<boolean> {
  const by = { decidedBy: caller.userId, decidedSession: session ?? null, decisionReason: TAKEN_BACK };
  if (!(await takeBackHeld(tx, row.id, by))) return false;
  await advanceAll(tx, row.runId, [row.toolCallId], 'denied', { decidedBy: caller.userId });
  // Whoever takes it back has thought better of what was allowed ahead by the same press.
  await markRevokedOf(tx, row, caller.userId);
  return true;
}

/**
 * Ends a call that may not run; one that was held is held no more. Nothing happens to one that is not this process's any more.
 * @param card of the call, as its run last went on
 */
export async function endRefused(
  db: Database,
  row: CallRow,
  card: Pick<ApprovalRow, 'holdUntil'> | undefined,
  noted: Noted,
  fence: Fence,
): Promise<void> {
  if (!card?.holdUntil) return void (await endRefusedCall(db, row, 'error', noted, fence));
  const ending = db.transaction(async (tx) => {
    // Locked in the order in which it is taken back.
    await endHold(tx, row);
    if (!(await endRefusedCall(tx, row, 'error', noted, fence))) throw new NotEnded();
  });
  await ending.catch((error: unknown) => {
    if (!(error instanceof NotEnded)) throw error;
  });
}

/** Undoes the transaction: the call is not this process's to end. */
class NotEnded extends Error {}

function assertMay(caller: Caller, row: ApprovalRow): void {
  if (!hasRight(caller, row.requestedBy)) throw new AppError('forbidden', whoConfirms(row));
}

/** By the database, not by what the session said a moment ago. */
async function assertStillMay(
  tx: Transaction,
  { caller, session }: TakeBackContext,
  row: ApprovalRow,
): Promise<void> {
  const [decider, isSignedIn] = await Promise.all([
    findCaller(tx, caller.userId),
    session == null || hasSession(tx, caller.userId, session),
  ]);
  if (decider?.teamId !== row.teamId) {
    throw new AppError('forbidden', 'You are not in this team any more.');
  }
  assertMay(decider, row);
  if (isSignedIn) return;
  throw new AppError('unauthorized', 'You are signed out by now. Nothing was decided; sign in again.');
}

/** Said of a call whose confirmation does not count any more when its turn has come. */
const WHO = 'Who confirmed this may not confirm it any more. Nothing ran; call again to ask.';

/**
 * Time may have gone by since a call was confirmed, as long as it was held or others of its step waited: whoever confirmed it must
 * still be somebody who may.
 * @throws Error what the model reads
 */
export async function assertConfirmersStand(db: Queryable, permission: ApprovalRow): Promise<void> {
  if (permission.kind !== 'ask') return;
  const confirmers = await listConfirmers(db, permission);
  const standing = confirmers.filter((one) => mayConfirm(one, permission)).length;
  if (standing < confirmationsNeeded(permission)) throw new Error(WHO);
}
