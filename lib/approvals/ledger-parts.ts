/** What the ledger knows of a message's calls, written into their parts. */
import type { DynamicToolUIPart, UIMessage } from 'ai';
import type { Queryable } from '@/db/client';
import { newestRounds } from '@/lib/execution/call-rows';
import { type CallRow, callsOfRun } from '@/lib/execution/ledger';
import type { ApprovalRow } from '@/lib/store/approvals';
import { isCall } from './call-parts';

type Parts = UIMessage['parts'];

/**
 * The ledger's word on every call of a message. It counts, whatever the stream said: a process may have told of a call
 * what another one knew better. Of a call that was run anew only the newest round counts.
 * @param rows every call of the run
 */
export function applyLedger(parts: Parts, rows: readonly CallRow[]): Parts {
  const newest = newestRounds(rows);
  return parts.map((part) => {
    const row = isCall(part) ? newest.get(part.toolCallId) : undefined;
    return row && isCall(part) ? told(asEdited(part, row), row) : part;
  });
}

/** With the arguments that a person put in place of the model's, and who did. */
function asEdited(part: DynamicToolUIPart, { edited, input }: CallRow): DynamicToolUIPart {
  if (!edited) return part;
  const toolMetadata = { ...part.toolMetadata, edited: { by: edited.by.name, before: edited.before } };
  return { ...part, input: JSON.parse(input), toolMetadata };
}

function told(part: DynamicToolUIPart, row: CallRow): DynamicToolUIPart {
  const { status, resolution, result, error } = row;
  const reopened = { ...callOf(part, row), state: 'input-available' as const };
  switch (status) {
    case 'success':
      return result ? withOutput(part, row, result) : part;
    case 'error':
    case 'abort':
      return withError(part, row, error ?? 'This call did not end well.');
    case 'unknown':
      // The next round is written down in the same moment; until it is read this is what comes of it.
      if (resolution === 'rerun') return reopened;
      if (resolution === 'happened') return withOutput(part, row, result ?? HAPPENED);
      return withError(part, row, resolution === 'left' ? LEFT : (error ?? 'Its answer was lost.'));
    default:
      return row.round > 1 ? reopened : part;
  }
}

export const LOOKED = 'A person looked: this call took effect. Its answer was lost.';
const HAPPENED = { content: [{ type: 'text', text: LOOKED }], structuredContent: { message: LOOKED } };
const LEFT = 'Nobody knows whether this call took effect. A person looked and left it at that.';

function callOf(part: DynamicToolUIPart, { input }: CallRow) {
  const { type, toolCallId, toolName, title, toolMetadata, callProviderMetadata } = part;
  const said: unknown = part.input ?? JSON.parse(input);
  return { type, toolCallId, toolName, title, toolMetadata, callProviderMetadata, input: said };
}

function withOutput(part: DynamicToolUIPart, row: CallRow, output: unknown): DynamicToolUIPart {
  return { ...callOf(part, row), ...approvedOf(part), state: 'output-available', output };
}

function withError(part: DynamicToolUIPart, row: CallRow, errorText: string): DynamicToolUIPart {
  return { ...callOf(part, row), ...approvedOf(part), state: 'output-error', errorText };
}

function approvedOf({ approval }: DynamicToolUIPart) {
  return approval ? { approval: { ...approval, approved: true as const } } : {};
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
function isBeside({ toolCallId, step }: CallRow): boolean {
  return step === 0 && toolCallId.startsWith(BESIDE);
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
