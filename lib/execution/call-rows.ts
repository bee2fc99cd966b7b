/** What is asked of the ledger's rows in more than one place. Pure. */
import type { ConnectedTool } from '@/lib/tools/types';
import type { CallRow } from './ledger';

/** The newest round of each call, by the model's id. */
export function newestRounds(rows: readonly CallRow[]): Map<string, CallRow> {
  const sorted = [...rows].sort((a, b) => a.round - b.round);
  return new Map(sorted.map((row) => [row.toolCallId, row]));
}

/** Whether it is the server that the call was made for: another one under its name knows nothing of it. */
export function isSameServer(tool: ConnectedTool, row: CallRow): boolean {
  return tool.serverUrl === row.serverUrl && tool.trusted === row.trusted;
}

/** Whether the tool is the one for which the call was made. */
export function isSameTool(tool: ConnectedTool, row: CallRow): boolean {
  return isSameServer(tool, row) && tool.definitionHash === row.definitionHash;
}

/** Whether a person had a call run again that has not run since. */
export function hasRoundToRun(rows: readonly CallRow[]): boolean {
  return [...newestRounds(rows).values()].some(({ round, status }) => round > 1 && status === 'approved');
}

/** Begins the ids of calls that no model made. */
export const BESIDE = 'check_';

/** A person asked it beside the conversation. */
export function isBeside({ toolCallId, step }: Pick<CallRow, 'toolCallId' | 'step'>): boolean {
  return step === 0 && toolCallId.startsWith(BESIDE);
}
