import 'server-only';
/**
 * Changing the arguments of a call that waits. This decides nothing: the changed call is judged, previewed and shown
 * again, on a card of its own, where those who may confirm do so.
 */
import type { Queryable, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Edited } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findApproval } from '@/lib/store/approval-cards';
import type { ApprovalRow } from '@/lib/store/approvals';
import { lockChat } from '@/lib/store/chats';
import { countEdits } from '@/lib/store/decisions';
import { findDecider } from '@/lib/store/people';
import { validateInput } from '@/lib/tools/validate-input';
import { canonicalJson } from '@/lib/values/canonical-json';
import {
  type LookContext,
  lookAgain,
  type Present,
  refuseWhatWouldNotRun,
  replaceCard,
  withItsRehearsal,
} from './present';
import { hasRight, stoppedPerson } from './rights';

/** How often the arguments of one call can be changed, since each change leaves a card behind. */
const MOST_EDITS = 20;

export interface EditContext extends LookContext {
  caller: Caller;
  /** SHA-256 (hex) of the token of the session in which it is done, for the record. */
  session?: string | null | undefined;
}

const GONE = 'This request does not wait any more: it was decided, withdrawn or is past its time.';

/**
 * Replaces a pending card with one that has these arguments.
 * @returns the new card's id, and the chat's
 * @throws AppError not_found, forbidden, bad_request (the tool does not accept them, or they are the same), conflict
 * (it is no longer pending, was changed too often, or the policy would not let it run), unavailable (the preview cannot
 * be had now)
 */
export async function editApproval(
  context: EditContext,
  approvalId: string,
  input: Record<string, unknown>,
): Promise<{ approvalId: string; chatId: string }> {
  const { db, caller } = context;
  const row = await waitingFor(context, approvalId);
  const looked = await lookAgain(context, row, (tool) => {
    const checked = validateInput(tool, input);
    if (!checked.ok) throw new AppError('bad_request', checked.message);
    return checked.value;
  });
  assertEditable(looked);
  if (canonicalJson(looked.input) === row.input) {
    throw new AppError('bad_request', 'These are the arguments that the card shows already.');
  }
  refuseWhatWouldNotRun(looked, caller);
  // Rehearsed with the new arguments: a rehearsal with others says nothing about them.
  if (looked.tool.rehearsal) await assertFewEdits(db, row);
  const present = await withItsRehearsal(context, row, looked);
  return db.transaction(async (tx) => {
    await lockChat(tx, row.chatId);
    await assertStillMay(tx, caller, row);
    await assertFewEdits(tx, row);
    const edit = { edited: editedBy(caller, row), session: context.session ?? null };
    const id = await replaceCard(tx, row, present, context.notify, { edit });
    if (!id) throw new AppError('conflict', GONE);
    return { approvalId: id, chatId: row.chatId };
  });
}

/**
 * What the card's form is built from.
 * @returns the tool's input schema (JSON Schema) and the present arguments
 * @throws AppError as above
 */
export async function editableApproval(
  context: EditContext,
  approvalId: string,
): Promise<{ schema: Record<string, unknown>; input: unknown }> {
  const present = await lookAgain(context, await waitingFor(context, approvalId));
  assertEditable(present);
  return { schema: present.tool.inputSchema, input: present.input };
}

/** The ledger determines what is taken back, and the rules for that call apply. */
function assertEditable({ authority }: Present): void {
  if (authority.takesBack.length === 0) return;
  throw new AppError('conflict', 'What is taken back cannot be changed. Confirm it, or cancel.');
}

async function waitingFor({ db, caller }: EditContext, approvalId: string): Promise<ApprovalRow> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (!hasRight(caller, found.row.requestedBy)) {
    throw new AppError('forbidden', 'Your role may not change this.');
  }
  if (found.status !== 'pending') throw new AppError('conflict', GONE);
  return found.row;
}

async function assertStillMay(tx: Transaction, caller: Caller, row: ApprovalRow): Promise<void> {
  const person = await findDecider(tx, caller.userId);
  if (person?.isStopped) throw stoppedPerson();
  if (person?.teamId === row.teamId && hasRight(person, row.requestedBy)) return;
  throw new AppError('forbidden', 'Your role may not change this any more.');
}

async function assertFewEdits(db: Queryable, row: ApprovalRow): Promise<void> {
  if ((await countEdits(db, row)) < MOST_EDITS) return;
  const message = `The arguments of this call were changed ${MOST_EDITS} times already. Confirm it, or cancel and ask again.`;
  throw new AppError('conflict', message);
}

/** What the model gave stays recorded, however often somebody edits. */
function editedBy({ userId, userName }: Caller, row: ApprovalRow): Edited {
  return { by: { id: userId, name: userName }, before: row.edited?.before ?? row.input };
}
