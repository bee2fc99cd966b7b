import 'server-only';
/**
 * A person's click on a card. Everything the card showed is recomputed first; then one conditional change decides, and
 * a second person is told how it was decided. Nothing here runs a call: the caller lets the run continue.
 */
import type { Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { GrantWish } from '@/lib/grants/grant-view';
import { giveGrant } from '@/lib/grants/grants';
import type { Caller } from '@/lib/people/caller';
import { rulesHash } from '@/lib/rules/rules-hash';
import { findApproval } from '@/lib/store/approval-cards';
import { type ApprovalRow, listApprovalsOfRun } from '@/lib/store/approvals';
import { lockChat } from '@/lib/store/chats';
import { shownHash } from './approval-rows';
import { isGrantableNow, readCardAuthority } from './authority';
import { conflict } from './conflict';
import type { DecideContext, Decided, Decision } from './decision';
import {
  differs,
  lookAgain,
  type Present,
  refuseWhatWouldNotRun,
  replaceCard,
  withItsRehearsal,
} from './present';
import { recordDecision, statusOf } from './record-decision';
import { ruledBy } from './request';
import { hasRight, mayConfirm, whoConfirms } from './rights';

export type { DecideContext, Decided, Decision };

/**
 * Decides an approval. If two admins must confirm, it stays pending after the first.
 * @throws AppError not_found, forbidden (also if a critical one lacks its proof), conflict (decided otherwise,
 * superseded, expired, not in this mode), changed (with the new card's `approvalId`), unavailable (the preview cannot
 * be had now; still pending)
 */
export async function decide(context: DecideContext, decision: Decision): Promise<Decided> {
  const { db, caller } = context;
  const { approvalId } = decision;
  const authority = decision.decision === 'confirm' ? readCardAuthority(db, approvalId) : undefined;
  authority?.catch(() => {});
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  const may = (person: Caller) => assertMay(person, found.row, decision);
  may(caller);
  if (found.status === 'pending' && decision.decision === 'confirm') {
    if (found.row.critical) {
      const { password, code, passkey } = decision;
      const card = { id: found.row.id, shown: shownHash(found.row) };
      await context.stepUp(caller.userId, { password, code, passkey }, card);
    }
    const present = await lookAgain(context, found.row, undefined, authority);
    if (differs(found.row, present))
      return replace(context, found.row, await withItsRehearsal(context, found.row, present));
    refuseWhatWouldNotRun(present, caller);
    return db.transaction(async (tx) => {
      const { holdSeconds } = ruledBy(present.ruling, found.row);
      const decided = await recordDecision(tx, context, decision, found.row, may, holdSeconds);
      if (decision.grant && decided.isNew) await grant(tx, caller, decision.grant, found.row, present);
      return { ...decided, present };
    });
  }
  return db.transaction((tx) => recordDecision(tx, context, decision, found.row, may));
}

function assertMay(caller: Caller, row: ApprovalRow, { decision }: Decision): void {
  const may = decision === 'confirm' ? mayConfirm(caller, row) : hasRight(caller, row.requestedBy);
  if (!may) throw new AppError('forbidden', whoConfirms(row));
}

/** Replaces the card with one that has the present meaning. Never returns. */
async function replace({ db, notify }: DecideContext, row: ApprovalRow, present: Present): Promise<never> {
  const id = await db.transaction(async (tx) => {
    await lockChat(tx, row.chatId);
    const replaced = await replaceCard(tx, row, present, notify);
    if (!replaced)
      throw conflict(statusOf((await listApprovalsOfRun(tx, row.runId)).find(({ id }) => id === row.id)));
    return replaced;
  });
  throw new AppError(
    'changed',
    'What this call would do, or what the policy asks for it, has changed since you were asked. Nothing ran; a new card shows how it stands now.',
    { approvalId: id, chatId: row.chatId },
  );
}

/** Only if the policy permits allowing calls like this one ahead: otherwise nothing at all was decided. */
async function grant(
  tx: Transaction,
  { userId }: Caller,
  wish: GrantWish,
  row: ApprovalRow,
  { tool, authority }: Present,
): Promise<void> {
  if (!isGrantableNow(tool, authority)) {
    throw new AppError('conflict', 'The policy lets nobody allow this ahead. Nothing was decided.');
  }
  await giveGrant(tx, userId, { row, tool, rulesHash: rulesHash(tool, authority) }, wish);
}
