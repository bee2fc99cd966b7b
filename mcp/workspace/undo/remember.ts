/** Keeps what a call is about to change, if calls can be taken back. */
import type { WorkspaceCall } from '../define-tool';
import { type Effect, Kept } from './kept';

/** @returns the id for undoing the call, for the tool's answer; nothing if it cannot be undone */
export async function remember(
  { takingBack, workspace, callId }: WorkspaceCall,
  effects: readonly Effect[],
): Promise<{ undo?: string }> {
  if (!takingBack || callId === undefined || process.platform !== 'linux') return {};
  const isKept = await new Kept(takingBack.folder, workspace.root).keep(callId, effects);
  return isKept ? { undo: callId } : {};
}
