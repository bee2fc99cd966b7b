// Shared with the browser: types and pure functions only.
/**
 * Which calls of a chat have changed something that can be taken back, and which have been taken back, judged by the
 * chat's messages. Pure.
 */
import type { AmberMessage, CallMetadata, CallRecord } from '@/lib/runs/chat-view';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Part = AmberMessage['parts'][number];

/** The id with which the call's change can be taken back; undefined if it changed nothing, or has no inverse. */
export function undoOf(part: Part, call?: Pick<CallRecord, 'undo'>): string | undefined {
  if (part.type !== 'dynamic-tool' || part.state !== 'output-available') return undefined;
  if (call?.undo !== undefined) return call.undo;
  // The form used before tools named an inverse.
  if (!isOfWorkspace(part)) return undefined;
  const { undo } = Object(Object(part.output).structuredContent) as { undo?: unknown };
  return typeof undo === 'string' ? undo : undefined;
}

function isOfWorkspace(part: Part): boolean {
  if (part.type !== 'dynamic-tool') return false;
  const { server, trusted } = (part.toolMetadata ?? {}) as Partial<CallMetadata>;
  return server === WORKSPACE_SERVER && trusted === true;
}

/** For the calls of an answer, the newest last; several changes in the workspace can be taken back at once. */
export function workspaceUndosOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (isOfWorkspace(part) ? (undoOf(part) ?? []) : []));
}

/** The calls of an answer that changed something, each with what takes it back. */
export function undosOf(parts: readonly Part[]): { undo: string; call: CallMetadata }[] {
  return parts.flatMap((part) => {
    const undo = undoOf(part, recordOf(parts, part));
    if (undo === undefined || part.type !== 'dynamic-tool') return [];
    return [{ undo, call: part.toolMetadata as unknown as CallMetadata }];
  });
}

/** The ledger's record of a call. */
export function recordOf(parts: readonly Part[], part: Part): CallRecord | undefined {
  const record = parts.find((one) => one.type === 'data-call' && one.id === idOf(part));
  return record?.type === 'data-call' ? record.data : undefined;
}

export interface TakenBack {
  /** What is taken back at present. */
  taken: Set<string>;
  /** Calls that undid an undo: these are final. */
  last: Set<string>;
  /** By what was taken back: the last message that did it. */
  by: Map<string, AmberMessage>;
  /** By the undoing call, if it has an inverse itself: what it took back. */
  about: Map<string, readonly string[]>;
}

/** An undo can itself be taken back, once. */
export function takenBack(messages: readonly AmberMessage[]): TakenBack {
  const taken = new Set<string>();
  const last = new Set<string>();
  const by = new Map<string, AmberMessage>();
  const about = new Map<string, readonly string[]>();
  for (const [at, message] of messages.entries()) {
    const { parts } = message;
    for (const part of parts) {
      const targets = targetsOf(part, messages, at);
      if (targets.length === 0) continue;
      const undo = undoOf(part, recordOf(parts, part));
      if (undo !== undefined) about.set(undo, targets);
      if (undo !== undefined && targets.some((target) => about.has(target))) last.add(undo);
      for (const target of targets) {
        taken.add(target);
        by.set(target, message);
        for (const back of about.get(target) ?? []) taken.delete(back);
      }
    }
  }
  return { taken, last, by, about };
}

const idOf = (part: Part) => (part.type === 'dynamic-tool' ? part.toolCallId : undefined);

/** What a call took back: what the message before it orders, or what a model named in the workspace. */
function targetsOf(part: Part, messages: readonly AmberMessage[], at: number): readonly string[] {
  if (part.type !== 'dynamic-tool' || part.state !== 'output-available') return [];
  const order = messages[at - 1]?.parts.find((one) => one.type === 'data-order');
  const undoes = order?.type === 'data-order' ? order.data.undoes : undefined;
  const { tool } = (part.toolMetadata ?? {}) as Partial<CallMetadata>;
  const isUndo = isOfWorkspace(part) && tool === 'workspace_undo';
  const { callId, all } = Object(part.input) as { callId?: unknown; all?: unknown };
  const target = isUndo && typeof callId === 'string' ? callId : undoes;
  if (target === undefined) return [];
  return isUndo && all === true ? answerOf(messages, target) : [target];
}

function answerOf(messages: readonly AmberMessage[], callId: string): string[] {
  const all = messages.map(({ parts }) => workspaceUndosOf(parts)).find((undos) => undos.includes(callId));
  return all ?? [callId];
}
