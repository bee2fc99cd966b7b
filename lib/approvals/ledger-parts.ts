/** What the ledger knows of a message's calls, written into their parts. */
import type { DynamicToolUIPart, UIMessage } from 'ai';
import type { Queryable } from '@/db/client';
import { newestRounds } from '@/lib/execution/call-rows';
import { type CallRow, callsOfRun } from '@/lib/execution/ledger';
import type { ApprovalRow } from './approval-rows';
import { isCall } from './call-parts';

type Parts = UIMessage['parts'];

/** Calls without an outcome whose end the ledger knows get it; the others stay as they are. */
export function applyEnds(parts: Parts, rows: readonly CallRow[]): Parts {
  const newest = newestRounds(rows);
  return parts.map((part) => {
    if (!isCall(part) || !isOpen(part)) return part;
    const row = newest.get(part.toolCallId);
    return row ? endedPart(part, row) : part;
  });
}

function isOpen({ state, approval }: DynamicToolUIPart): boolean {
  return state === 'input-available' || (state === 'approval-responded' && approval?.approved === true);
}

/** The part as the call's row says it ended; as it is when the row has not. */
export function endedPart(part: DynamicToolUIPart, { status, result, error }: CallRow): DynamicToolUIPart {
  const { toolCallId, toolName, title, toolMetadata, callProviderMetadata } = part;
  const call = { type: part.type, toolCallId, toolName, title, toolMetadata, callProviderMetadata };
  const approval = part.approval ? { approval: { ...part.approval, approved: true as const } } : {};
  const input: unknown = part.input ?? {};
  if (status === 'success') return { ...call, ...approval, input, state: 'output-available', output: result };
  if (status !== 'error' && status !== 'abort' && status !== 'unknown') return part;
  return {
    ...call,
    ...approval,
    input,
    state: 'output-error',
    errorText: error ?? 'This call did not end well.',
  };
}

/**
 * Calls that the ledger knows and the message does not: they were made and judged, and perhaps sent, in the moment
 * before the process died and its log could be written. Each stands in the step in which the model made it: what the
 * model had called and learned before must not look as if it were one step with them.
 */
export function applyMissing(parts: Parts, rows: readonly CallRow[]): Parts {
  const there = new Set(parts.filter(isCall).map(({ toolCallId }) => toolCallId));
  const missing = rows.filter((row) => row.round === 1 && !there.has(row.toolCallId) && !isBeside(row));
  const made = [...parts];
  let steps = parts.filter((part) => part.type === 'step-start').length;
  for (const row of missing) {
    for (; steps < row.step; steps++) made.push({ type: 'step-start' });
    made.push(partOf(row));
  }
  return made;
}

/** The run's calls without what a person asked beside the conversation, oldest first. */
export async function callsOfModel(db: Queryable, runId: string): Promise<CallRow[]> {
  const rows = await callsOfRun(db, runId);
  return rows.filter((row) => !isBeside(row));
}

/** A person asked it beside the conversation. */
function isBeside({ toolCallId }: CallRow): boolean {
  return toolCallId.startsWith(BESIDE);
}

/** Begins the ids of calls that no model made. */
export const BESIDE = 'check_';

function partOf(row: CallRow): DynamicToolUIPart {
  return {
    type: 'dynamic-tool',
    toolCallId: row.toolCallId,
    toolName: row.modelTool,
    title: String(row.metadata.title),
    toolMetadata: row.metadata as DynamicToolUIPart['toolMetadata'],
    state: 'input-available',
    input: JSON.parse(row.input),
  };
}

/** Calls that wait for a decision, though nobody wrote that into the message before the process died. */
export function applyAsked(parts: Parts, rows: readonly ApprovalRow[]): Parts {
  const newest = new Map(rows.map((row) => [row.toolCallId, row]));
  return parts.map((part) => {
    if (!isCall(part) || part.state !== 'input-available') return part;
    const row = newest.get(part.toolCallId);
    if (!row) return part;
    const { sdkApprovalId: id, sdkSignature, reason } = row;
    const signature = sdkSignature === null ? {} : { signature: sdkSignature };
    return { ...part, state: 'approval-requested', approval: { id, requestReason: reason, ...signature } };
  });
}
