import 'server-only';
/**
 * A person's click. Everything the card showed is recomputed first; then one conditional change decides, and
 * the second hears how it was decided. Nothing here runs a call: the caller lets the run go on.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import { advanceAll } from '@/lib/execution/ledger';
import type { GrantWish } from '@/lib/grants/grant-view';
import { giveGrant } from '@/lib/grants/grants';
import type { Caller } from '@/lib/people/caller';
import { confirmationsNeeded } from '@/lib/rules/confirmers';
import { rulesHash } from '@/lib/rules/rules-hash';
import { findApproval } from '@/lib/store/approval-cards';
import type { ApprovalRow } from '@/lib/store/approvals';
import { cardTime } from '@/lib/store/card-time';
import { countChange, lockChat } from '@/lib/store/chats';
import { findCaller, hasSession } from '@/lib/store/people';
import { storable } from '@/lib/values/text';
import type { ApprovalStatus } from './approval-view';
import {
  differs,
  type LookContext,
  lookAgain,
  type Present,
  refuseWhatWouldNotRun,
  replaceCard,
} from './present';
import { hasRight, mayConfirm, whoConfirms } from './rights';
import { settleWaitingRun } from './settle';
import { isGrantableNow } from './standing';

const { approvals, confirmations, members, runs } = schema;

export interface Decision {
  approvalId: string;
  decision: 'confirm' | 'cancel';
  /** Why, for the model; only with `cancel`. */
  reason?: string;
  /** The decider's own, for what is critical; only with `confirm`. */
  password?: string;
  /** What is also allowed ahead; only with `confirm`. */
  grant?: GrantWish;
}

export interface Decided {
  status: ApprovalStatus;
  chatId: string;
  runId: string;
  /** The run's set is complete and this caller has taken it: it must go on now. */
  goesOn: boolean;
  /** It was decided just now, and not before. */
  isNew: boolean;
}

export interface DecideContext extends LookContext {
  caller: Caller;
  /** Names this process in the run's row. */
  owner: string;
  /** SHA-256 (hex) of the token of the session in which it is decided, for the record. */
  session?: string | null | undefined;
  /** @throws AppError when it is not this person's password */
  checkPassword(userId: string, password: string): Promise<void>;
}

/**
 * Decides an approval. Where two admins must confirm it stays pending after the first.
 * @throws AppError not_found, forbidden (also: without the password that a critical one needs), conflict (decided otherwise, superseded, expired, not in this mode), changed (with the
 *   new card's `approvalId`), unavailable (the preview cannot be had now; still pending)
 */
export async function decide(context: DecideContext, decision: Decision): Promise<Decided> {
  const { db, caller } = context;
  const found = await findApproval(db, caller, decision.approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  assertMay(caller, found.row, decision);
  if (found.status === 'pending' && decision.decision === 'confirm') {
    if (found.row.critical) await checkStepUp(context, decision);
    const present = await lookAgain(context, found.row);
    if (differs(found.row, present)) return replace(context, found.row, present);
    refuseWhatWouldNotRun(present);
    return db.transaction(async (tx) => {
      const decided = await record(tx, context, decision, found.row);
      if (decision.grant && decided.isNew) await grant(tx, caller, decision.grant, found.row, present);
      return decided;
    });
  }
  return db.transaction((tx) => record(tx, context, decision, found.row));
}

function assertMay(caller: Caller, row: ApprovalRow, { decision }: Decision): void {
  const may = decision === 'confirm' ? mayConfirm(caller, row) : hasRight(caller, row.requestedBy);
  if (!may) throw new AppError('forbidden', whoConfirms(row));
}

async function checkStepUp({ caller, checkPassword }: DecideContext, { password }: Decision): Promise<void> {
  if (password === undefined) {
    throw new AppError('forbidden', 'This is critical: confirming it needs your password.', {
      step: 'password',
    });
  }
  await checkPassword(caller.userId, password);
}

/** Puts a card with the present meaning in this one's place. Never returns. */
async function replace({ db, notify }: DecideContext, row: ApprovalRow, present: Present): Promise<never> {
  const id = await db.transaction(async (tx) => {
    await lockChat(tx, row.chatId);
    const replaced = await replaceCard(tx, row, present, notify);
    if (!replaced) throw await alreadyDecided(tx, row.id);
    return replaced;
  });
  throw new AppError(
    'changed',
    'What this call would do, or what the policy asks for it, has changed since you were asked. Nothing ran; a new card shows how it stands now.',
    { approvalId: id, chatId: row.chatId },
  );
}

/** Only where the policy lets calls like this one be allowed ahead: otherwise nothing at all was decided. */
async function grant(
  tx: Transaction,
  { userId }: Caller,
  wish: GrantWish,
  row: ApprovalRow,
  { tool, standing }: Present,
): Promise<void> {
  if (!isGrantableNow(tool, standing)) {
    throw new AppError('conflict', 'The policy lets nobody allow this ahead. Nothing was decided.');
  }
  await giveGrant(tx, userId, { row, tool, rulesHash: rulesHash(tool, standing) }, wish);
}

async function record(
  tx: Transaction,
  context: DecideContext,
  given: Decision,
  row: ApprovalRow,
): Promise<Decided> {
  const { decision, reason } = given;
  await lockChat(tx, row.chatId);
  const standing = await findCaller(tx, context.caller.userId);
  if (!standing || standing.teamId !== row.teamId) {
    throw new AppError('forbidden', 'You are not in this team any more.');
  }
  assertMay(standing, row, given);
  await assertSignedIn(tx, context);
  const status = decision === 'confirm' ? 'confirmed' : 'cancelled';
  const same = { status, chatId: row.chatId, runId: row.runId, goesOn: false, isNew: false } as const;
  const [run] = await tx.select().from(runs).where(eq(runs.id, row.runId));
  if (!run || !['running', 'waiting'].includes(run.status)) {
    if ((await statusOf(tx, row.id)) === status) return same;
    throw await alreadyDecided(tx, row.id);
  }
  const missing = decision === 'confirm' ? await confirm(tx, row, standing.userId, context.session) : 0;
  if (missing > 0) return { ...same, status: 'pending' };
  const changed = await tx
    .update(approvals)
    .set({
      status,
      decidedAt: sql`now()`,
      decidedBy: context.caller.userId,
      decidedSession: context.session,
      decisionReason: decision === 'cancel' && reason ? storable(reason) : null,
    })
    .where(and(eq(approvals.id, row.id), eq(approvals.status, 'pending'), gt(approvals.expiresAt, cardTime)))
    .returning({ id: approvals.id });
  if (changed.length === 0) {
    const present = await statusOf(tx, row.id);
    if (present === status) return same;
    throw conflict(present);
  }
  const next = decision === 'confirm' ? 'approved' : 'denied';
  await advanceAll(tx, row.runId, [row.toolCallId], next, { decidedBy: context.caller.userId });
  return { ...same, isNew: true, goesOn: await settleWaitingRun(tx, run, context.owner) };
}

/** The session may have ended since the request came. */
async function assertSignedIn(tx: Transaction, { caller, session }: DecideContext): Promise<void> {
  if (session == null || (await hasSession(tx, caller.userId, session))) return;
  throw new AppError('unauthorized', 'You are signed out by now. Nothing was decided; sign in again.');
}

/**
 * Writes down that this person confirms, if it still waits.
 * @returns how many more must confirm
 */
async function confirm(
  tx: Transaction,
  row: ApprovalRow,
  userId: string,
  session: DecideContext['session'],
): Promise<number> {
  const waits = and(
    eq(approvals.id, row.id),
    eq(approvals.status, 'pending'),
    gt(approvals.expiresAt, cardTime),
  );
  const [open] = await tx.select({ id: approvals.id }).from(approvals).where(waits);
  if (!open) return 0;
  await tx.insert(confirmations).values({ approvalId: row.id, userId, session }).onConflictDoNothing();
  const missing = confirmationsNeeded(row) - (await standingConfirmations(tx, row));
  if (missing > 0) {
    await countChange(tx, row.chatId);
  }
  return missing;
}

/** Of those who confirmed, how many still could. */
async function standingConfirmations(tx: Transaction, row: ApprovalRow): Promise<number> {
  const given = await tx
    .select({ userId: members.userId, role: members.role })
    .from(confirmations)
    .innerJoin(members, eq(members.userId, confirmations.userId))
    .where(and(eq(confirmations.approvalId, row.id), eq(members.teamId, row.teamId)));
  return given.filter((one) => mayConfirm(one, row)).length;
}

async function statusOf(tx: Transaction, id: string): Promise<ApprovalStatus> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id));
  const status = row?.status ?? 'superseded';
  if (status === 'pending') return 'expired';
  return status === 'held' || status === 'released' ? 'superseded' : status;
}

async function alreadyDecided(tx: Transaction, id: string): Promise<AppError> {
  return conflict(await statusOf(tx, id));
}

const SAID: Record<ApprovalStatus, string> = {
  pending: 'This request is still open.',
  confirmed: 'This call was confirmed already.',
  cancelled: 'This call was cancelled already.',
  superseded: 'This request was withdrawn: something newer took its place.',
  expired: 'This request expired. Ask again to get a new card.',
};

function conflict(status: ApprovalStatus): AppError {
  return new AppError('conflict', SAID[status], { status });
}
