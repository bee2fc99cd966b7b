/** Questions about ledger rows that are asked in more than one place. Pure. */

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

/** Whether this is still the server the call was made for: another server under the same name knows nothing about it. */
export function isSameServer(tool: ConnectedTool, row: Pick<CallRow, 'serverUrl' | 'trusted'>): boolean {
  return tool.serverUrl === row.serverUrl && tool.trusted === row.trusted;
}

/**
 * Whether the record a call changes can be read before and after it: our own tools keep what they change, other servers
 * name the tool that shows it.
 */
export function isComparable({ trusted, risk, server, undo, preview, record }: ConnectedTool): boolean {
  if (!trusted || risk === 'read-only' || server === WORKSPACE_SERVER) return false;
  return server === OWN_SERVER ? undo !== undefined : preview !== undefined || record !== undefined;
}

/** The ids by which the call's page makes its own calls and by which its record is read. */
export function asksById(tool: ConnectedTool, { id }: Pick<CallRow, 'id'>) {
  return { ...(tool.page && { shownBy: id }), ...(isComparable(tool) && { reads: id }) };
}

/** Whether the tool still has the definition the call was made with. */
export function isSameTool(tool: ConnectedTool, row: Defined): boolean {
  return isSameServer(tool, row) && tool.definitionHash === row.definitionHash;
}

/** The part of a call's row, or of its card's row, that says how the call was classified. */
type Frozen = Defined &
  Pick<CallRow, 'risk'> &
  (Pick<CallRow, 'metadata'> | Pick<ApprovalRow, 'annotations' | 'rule'>);
type Defined = Pick<CallRow, 'serverUrl' | 'trusted' | 'definitionHash'>;

/**
 * The tool with the risk and annotations found for this call when it was made. If the tool has been redefined since,
 * those no longer apply and the tool is returned as it is.
 */
export function toolOfCall(tool: ConnectedTool, row: Frozen): ConnectedTool {
  if (tool.perCall === undefined || !tool.trusted || !isSameTool(tool, row)) return tool;
  const { annotations } = 'metadata' in row ? row.metadata : row;
  const asksAlways = 'metadata' in row ? row.metadata.asksAlways === true : row.rule === ALWAYS;
  return {
    ...tool,
    risk: row.risk,
    annotations: annotations as ResolvedAnnotations,
    ...(asksAlways && { asksAlways }),
  };
}

/** Whether a person has asked for a call to be run again and that round has not run yet. */
export function hasRoundToRun(rows: readonly CallRow[]): boolean {
  return [...newestRounds(rows).values()].some(({ round, status }) => round > 1 && status === 'approved');
}

/**
 * A rehearsal of a call, never the call itself. It changes nothing, so a lost answer leaves no unknown outcome for a
 * person to resolve.
 */
export function isRehearsal({ toolCallId, step }: Pick<CallRow, 'toolCallId' | 'step'>): boolean {
  return step === 0 && toolCallId.startsWith(REHEARSAL);
}

/** A call beside the conversation: a person's own, or a rehearsal. */
export function isBeside({ toolCallId, step }: Pick<CallRow, 'toolCallId' | 'step'>): boolean {
  return step === 0 && toolCallId.startsWith(BESIDE);
}
