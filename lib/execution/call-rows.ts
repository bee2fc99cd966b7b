/** What is asked of the ledger's rows in more than one place. Pure. */

import { ALWAYS, type ApprovalRow } from '@/lib/store/approvals';
import { BESIDE, REHEARSAL } from '@/lib/store/calls';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';
import type { ResolvedAnnotations } from '@/mcp/annotations';
import type { CallRow } from './ledger';

/** The newest round of each call, by the model's id. */
export function newestRounds(rows: readonly CallRow[]): Map<string, CallRow> {
  const sorted = [...rows].sort((a, b) => a.round - b.round);
  return new Map(sorted.map((row) => [row.toolCallId, row]));
}

/** Whether it is the server that the call was made for: another one under its name knows nothing of it. */
export function isSameServer(tool: ConnectedTool, row: Pick<CallRow, 'serverUrl' | 'trusted'>): boolean {
  return tool.serverUrl === row.serverUrl && tool.trusted === row.trusted;
}

/** Whether what a call of it is about can be told before and after: ours keep what they change, others name what tells it. */
export function isComparable({ trusted, risk, server, undo, preview, record }: ConnectedTool): boolean {
  if (!trusted || risk === 'read-only' || server === WORKSPACE_SERVER) return false;
  return server === OWN_SERVER ? undo !== undefined : preview !== undefined || record !== undefined;
}

/** By which id its page calls back, and its record is asked for. */
export function asksById(tool: ConnectedTool, { id }: Pick<CallRow, 'id'>) {
  return { ...(tool.page && { shownBy: id }), ...(isComparable(tool) && { reads: id }) };
}

/** Whether the tool is the one for which the call was made. */
export function isSameTool(tool: ConnectedTool, row: Defined): boolean {
  return isSameServer(tool, row) && tool.definitionHash === row.definitionHash;
}

/** What of a call's row, or of its card's, says what that call is. */
type Frozen = Defined &
  Pick<CallRow, 'risk'> &
  (Pick<CallRow, 'metadata'> | Pick<ApprovalRow, 'annotations' | 'rule'>);
type Defined = Pick<CallRow, 'serverUrl' | 'trusted' | 'definitionHash'>;

/**
 * The tool as this call of it was found to be when it was made, and as it counts for whatever becomes of the call; of a tool
 * that is another one by now nothing of that holds.
 */
export function toolOfCall(tool: ConnectedTool, row: Frozen): ConnectedTool {
  if (tool.perCall === undefined || !tool.trusted || !isSameTool(tool, row)) return tool;
  const { annotations } = 'metadata' in row ? row.metadata : row;
  const asksAlways = 'metadata' in row ? row.metadata.asksAlways === true : row.rule === ALWAYS;
  return {
    ...tool,
    ...{ risk: row.risk, annotations: annotations as ResolvedAnnotations },
    ...(asksAlways && { asksAlways }),
  };
}

/** Whether a person had a call run again that has not run since. */
export function hasRoundToRun(rows: readonly CallRow[]): boolean {
  return [...newestRounds(rows).values()].some(({ round, status }) => round > 1 && status === 'approved');
}

/** A rehearsal of a call, never the call itself: that its answer was lost leaves nothing to be found out by a person. */
export function isRehearsal({ toolCallId, step }: Pick<CallRow, 'toolCallId' | 'step'>): boolean {
  return step === 0 && toolCallId.startsWith(REHEARSAL);
}

/** A person asked it beside the conversation, or it was rehearsed there. */
export function isBeside({ toolCallId, step }: Pick<CallRow, 'toolCallId' | 'step'>): boolean {
  return step === 0 && toolCallId.startsWith(BESIDE);
}
