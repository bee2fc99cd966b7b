import 'server-only';
/**
 * Calls that are confirmed and held before they run. Each is a decided card with a time in its row; until it is
 * claimed, anybody with a say in it can take it back.
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

/** The result, and whether its run continues now: this caller has then taken it. */
export interface TakenBack {
  chatId: string;
  runId: string;
  goesOn: boolean;
}

/**
 * Takes a held call back: a decision of its own, open to anybody who could have cancelled its card.
 * @throws AppError not_found, forbidden, conflict (it is not held, or has been claimed)
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
 * The same in a transaction that has locked the chat, for a person whose right was checked.
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
  // Taking it back also revokes what was allowed ahead with the same click.
  await markRevokedOf(tx, row, caller.userId);
  return true;
}

/**
 * Ends a call that may not run; if it was held, its hold ends too. Does nothing if the call no longer belongs to this
 * process.
 * @param card of the call, as it was when its run last continued
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
    // Locked in the same order as when taking it back.
    await endHold(tx, row);
    if (!(await endRefusedCall(tx, row, 'error', noted, fence))) throw new NotEnded();
  });
  await ending.catch((error: unknown) => {
    if (!(error instanceof NotEnded)) throw error;
  });
}

/** Rolls back the transaction: the call is not this process's to end. */
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

/** The message for a call whose confirmation no longer counts when its turn comes. */
const WHO = 'Who confirmed this may not confirm it any more. Nothing ran; call again to ask.';

/**
 * Time may have passed since a call was confirmed, while it was held or others of its step waited: whoever confirmed it
 * must still be allowed to.
 * @throws Error what the model reads
 */
export async function assertConfirmersStand(db: Queryable, permission: ApprovalRow): Promise<void> {
  if (permission.kind !== 'ask') return;
  const confirmers = await listConfirmers(db, permission);
  const standing = confirmers.filter((one) => mayConfirm(one, permission)).length;
  if (standing < confirmationsNeeded(permission)) throw new Error(WHO);
}
