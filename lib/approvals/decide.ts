import 'server-only';
/**
 * A person's click. Everything the card showed is recomputed first; then one conditional change decides, and
 * whoever comes second hears how it was decided. Nothing here runs a call: the caller lets the run go on.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { callerById } from '@/lib/auth/caller';
import { isConnectionError } from '@/lib/connections/connection-error';
import type { Caller, ConnectedTool, Connections } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import { sha256Hex } from '@/lib/execution/canonical-json';
import { advanceAll, noteDefinition } from '@/lib/execution/ledger';
import { judge, type Mode, POLICY_VERSION } from '@/lib/policy/policy';
import { storable } from '@/lib/text';
import type { Preview } from '@/mcp/define-tool';
import { type ApprovalRow, findApproval, hasRight } from './approval-rows';
import type { ApprovalStatus } from './approval-view';
import { insertReplacement, previewHash } from './request';
import { lockChat, settleWaitingRun } from './settle';
import { modeNow } from './standing';

const { approvals, runs } = schema;

export interface Decision {
  approvalId: string;
  decision: 'confirm' | 'cancel';
  /** Why, for the model; only with `cancel`. */
  reason?: string;
}

export interface Decided {
  status: ApprovalStatus;
  chatId: string;
  runId: string;
  /** The run's set is complete and this caller has taken it: it must go on now. */
  goesOn: boolean;
}

export interface DecideContext {
  db: Database;
  caller: Caller;
  /** The servers as the person who asked may use them. */
  connectionsFor: (requester: Caller) => Connections;
  /** Names this process in the run's row. */
  owner: string;
  signal: AbortSignal;
}

/**
 * Decides an approval.
 * @throws AppError not_found, forbidden, conflict (decided otherwise, superseded, expired, not in this mode), changed (with the
 *   new card's `approvalId`), unavailable (the preview cannot be had now; still pending)
 */
export async function decide(context: DecideContext, decision: Decision): Promise<Decided> {
  const { db, caller } = context;
  const found = await findApproval(db, caller, decision.approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (!hasRight(caller, found.row.requestedBy)) {
    throw new AppError('forbidden', 'Your role may not decide this. Ask an admin of the team.');
  }
  if (found.status === 'pending' && decision.decision === 'confirm') {
    const present = await lookAgain(context, found.row);
    if (differs(found.row, present)) return replace(context, found.row, present);
    refuseWhatWouldNotRun(present);
  }
  return db.transaction((tx) => record(tx, context, decision, found.row));
}

interface Present {
  /** Of the chat. */
  mode: Mode;
  tool: ConnectedTool;
  preview: Preview | null;
  /** The person who asked, as he is now. */
  requester: Caller;
}

/** What the call is and means right now. */
async function lookAgain(context: DecideContext, row: ApprovalRow): Promise<Present> {
  const requester = await callerById(context.db, row.requestedBy);
  if (!requester) throw new AppError('conflict', 'The person who asked is no longer in the team.');
  const connections = context.connectionsFor(requester);
  const [listing, mode] = await Promise.all([
    connections.list({ fresh: row.server }),
    modeNow(context.db, row.chatId, requester),
  ]);
  const tool = listing.tools.find((one) => one.server === row.server && one.name === row.tool);
  if (!tool) {
    throw new AppError(
      'unavailable',
      `The tool ${row.tool} of ${row.server} is not there now. Nothing ran; try again or cancel.`,
    );
  }
  try {
    const preview = await connections.preview(tool, JSON.parse(row.input), context.signal);
    return { mode, tool, preview, requester };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    if (isConnectionError(error) && error.delivery === 'answered') {
      throw new AppError('conflict', `${why} Nothing ran; cancel, or ask for something else.`);
    }
    throw new AppError(
      'unavailable',
      `What would go cannot be told now: ${why} Nothing ran; try again or cancel.`,
    );
  }
}

/** A Confirm that the chat's mode would let nothing run for is not taken; the card stays. */
function refuseWhatWouldNotRun({ mode, tool, requester }: Present): void {
  const verdict = judge(tool, mode, requester.role);
  if (verdict.effect !== 'deny') return;
  throw new AppError(
    'conflict',
    `${verdict.reason} Nothing ran; switch the mode to confirm this, or cancel.`,
  );
}

function differs(row: ApprovalRow, { tool, preview }: Present): boolean {
  return (
    row.definitionHash !== tool.definitionHash ||
    row.serverUrl !== tool.serverUrl ||
    row.trusted !== tool.trusted ||
    row.policyVersion !== POLICY_VERSION ||
    row.inputHash !== sha256Hex(row.input) ||
    row.previewHash !== previewHash(preview)
  );
}

/** Supersedes the card and puts one with the present meaning in its place. Never returns. */
async function replace(context: DecideContext, row: ApprovalRow, present: Present): Promise<never> {
  const id = randomToken();
  const reason = judge(present.tool, 'default', present.requester.role).reason;
  await context.db.transaction(async (tx) => {
    await lockChat(tx, row.chatId);
    const superseded = await tx
      .update(approvals)
      .set({ status: 'superseded', decidedAt: sql`now()` })
      .where(and(eq(approvals.id, row.id), eq(approvals.status, 'pending')))
      .returning({ id: approvals.id });
    if (superseded.length === 0) throw await alreadyDecided(tx, row.id);
    await insertReplacement(tx, row, id, present.tool, reason, present.preview);
    await noteDefinition(tx, row.runId, row.toolCallId, present.tool.definitionHash);
    await tx
      .update(schema.chats)
      .set({ rev: sql`${schema.chats.rev} + 1` })
      .where(eq(schema.chats.id, row.chatId));
  });
  throw new AppError(
    'changed',
    'What this call would do has changed since you were asked. Nothing ran; a new card shows what it would do now.',
    { approvalId: id, chatId: row.chatId },
  );
}

async function record(
  tx: Transaction,
  context: DecideContext,
  { decision, reason }: Decision,
  row: ApprovalRow,
): Promise<Decided> {
  await lockChat(tx, row.chatId);
  const standing = await callerById(tx, context.caller.userId);
  if (!standing || standing.teamId !== row.teamId || !hasRight(standing, row.requestedBy)) {
    throw new AppError('forbidden', 'Your role may not decide this any more.');
  }
  const status = decision === 'confirm' ? 'confirmed' : 'cancelled';
  const same = { status, chatId: row.chatId, runId: row.runId, goesOn: false } as const;
  const [run] = await tx.select().from(runs).where(eq(runs.id, row.runId));
  if (!run || !['running', 'waiting'].includes(run.status)) {
    if ((await statusOf(tx, row.id)) === status) return same;
    throw await alreadyDecided(tx, row.id);
  }
  const changed = await tx
    .update(approvals)
    .set({
      status,
      decidedAt: sql`now()`,
      decidedBy: context.caller.userId,
      decisionReason: decision === 'cancel' && reason ? storable(reason) : null,
    })
    .where(
      and(eq(approvals.id, row.id), eq(approvals.status, 'pending'), gt(approvals.expiresAt, sql`now()`)),
    )
    .returning({ id: approvals.id });
  if (changed.length === 0) {
    const present = await statusOf(tx, row.id);
    if (present === status) return same;
    throw conflict(present);
  }
  const next = decision === 'confirm' ? 'approved' : 'denied';
  await advanceAll(tx, row.runId, [row.toolCallId], next, { decidedBy: context.caller.userId });
  return { ...same, goesOn: await settleWaitingRun(tx, run, context.owner) };
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
