import 'server-only';

/**
 * A person resolves a call whose outcome was unknown: once, and irrevocably. Nothing here runs a call: the caller lets
 * the run continue.
 */

import type { Database, Transaction } from '@/db/client';
import { hasRight, stoppedPerson } from '@/lib/approvals/rights';
import { whatWaits } from '@/lib/approvals/settle';
import { AppError } from '@/lib/errors';
import { hasRoundToRun } from '@/lib/execution/call-rows';
import { type CallRow, openRound } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findCallOfTeam, listCallsOfRun, markResolved } from '@/lib/store/calls';
import { type ChatRow, countChange, lockChat } from '@/lib/store/chats';
import { findDecider } from '@/lib/store/people';
import type { RunRow } from '@/lib/store/runs';
import { findLatestRun, takeRun } from '@/lib/store/runs';
import type { Connections } from '@/lib/tools/types';
import { assertMayRerun } from './may-rerun';
import type { Resolution } from './unknown-call-view';

export interface Resolved {
  chatId: string;
  runId: string;
  /** Nothing waits any more and this process has taken the run: it must continue now. */
  goesOn: boolean;
}

/** The call, if this person may see it. */
export async function findUnknownCall(db: Database, caller: Caller, callId: string): Promise<CallRow> {
  const found = await findCallOfTeam(db, caller.teamId, callId);
  const isSeen = found && (found.owner === caller.userId || caller.role === 'admin');
  if (!isSeen || found.call.status !== 'unknown') {
    throw new AppError('not_found', 'There is no such open call.');
  }
  return found.call;
}

export interface ResolveContext {
  db: Database;
  caller: Caller;
  connectionsFor: (caller: Caller) => Connections;
  /** Identifies this process in the run's row. */
  owner: string;
}

/**
 * Records what a person found out.
 * @throws AppError not_found, forbidden, conflict (somebody said otherwise; the chat has moved on; it may not be run
 * any more), unavailable (it is unknown at present whether it may)
 */
export async function resolveUnknownCall(
  { db, caller, connectionsFor, owner }: ResolveContext,
  callId: string,
  resolution: Resolution,
): Promise<Resolved> {
  const unknownCall = await findUnknownCall(db, caller, callId);
  const { chatId } = unknownCall;
  if (resolution === 'rerun' && unknownCall.resolution === null)
    await assertMayRerun(db, connectionsFor, unknownCall);
  return db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    if (!chat || chat.deletedAt) throw new AppError('not_found', 'There is no such chat.');
    await assertRight(tx, caller, chat);
    const row = await say(tx, caller, callId, resolution);
    const run = await findLatestRun(tx, chatId);
    const isLatest = run?.id === row.runId;
    if (resolution === 'rerun') await runAgain(tx, caller, row, isLatest ? run : undefined);
    await countChange(tx, chatId);
    const runId = row.runId;
    if (isLatest && run.status === 'running') return { chatId, runId, goesOn: false };
    const isDue = isLatest && (run.status === 'waiting' || hasRoundToRun(await listCallsOfRun(tx, runId)));
    if (!isDue || (await whatWaits(tx, runId))) return { chatId, runId, goesOn: false };
    return { chatId, runId, goesOn: (await takeRun(tx, runId, owner)) !== undefined };
  });
}

async function assertRight(tx: Transaction, caller: Caller, chat: ChatRow): Promise<void> {
  const person = await findDecider(tx, caller.userId);
  if (!person || person.teamId !== chat.teamId || !hasRight(person, chat.userId)) {
    throw new AppError('forbidden', 'Your role may not decide this. Ask an admin of the team.');
  }
  if (person.isStopped) throw stoppedPerson();
}

async function say(
  tx: Transaction,
  caller: Caller,
  callId: string,
  resolution: Resolution,
): Promise<CallRow> {
  const said = await markResolved(tx, callId, { resolution, resolvedBy: caller.userId });
  if (said) return said;
  throw new AppError('conflict', 'Somebody has said already what became of this call.');
}

async function runAgain(
  tx: Transaction,
  caller: Caller,
  row: CallRow,
  run: RunRow | undefined,
): Promise<void> {
  const isOver = run?.status === 'superseded' || run?.status === 'done';
  // The parent has already read what an ended sub-agent left behind.
  const isTold = run?.rootRunId !== null && run?.status !== 'running' && run?.status !== 'waiting';
  if (!run || isOver || isTold) {
    throw new AppError('conflict', 'The chat has moved on since. Ask for it again there.');
  }
  await openRound(tx, row, caller.userId);
}
