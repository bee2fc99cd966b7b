/** Which calls of a chat have changed something that can be taken back, and which of them have been, by what stands in it. Pure. */
import type { AmberMessage, CallMetadata } from '@/lib/runs/chat-view';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Part = AmberMessage['parts'][number];

/** By this id what the call changed can be taken back; undefined: it changed nothing, or nothing of it is kept. */
export function undoOf(part: Part): string | undefined {
  if (part.type !== 'dynamic-tool' || part.state !== 'output-available') return undefined;
  const { server, trusted } = (part.toolMetadata ?? {}) as Partial<CallMetadata>;
  if (server !== WORKSPACE_SERVER || trusted !== true) return undefined;
  const { undo } = Object(Object(part.output).structuredContent) as { undo?: unknown };
  return typeof undo === 'string' ? undo : undefined;
}

/** Of the calls of an answer, the newest last. */
export function undosOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => undoOf(part) ?? []);
}

/** What stands as taken back now: taking back can be taken back as well. */
export function takenBack(messages: readonly AmberMessage[]): Set<string> {
  const taken = new Set<string>();
  /** What each call that takes back was about. */
  const about = new Map<string, readonly string[]>();
  for (const { parts } of messages) {
    for (const part of parts) {
      const undo = undoOf(part);
      if (undo === undefined || part.type !== 'dynamic-tool') continue;
      if ((part.toolMetadata as Partial<CallMetadata>).tool !== 'workspace_undo') continue;
      const { callId, all } = Object(part.input) as { callId?: unknown; all?: unknown };
      if (typeof callId !== 'string') continue;
      const targets = all === true ? answerOf(messages, callId) : [callId];
      about.set(undo, targets);
      for (const target of targets) {
        taken.add(target);
        for (const back of about.get(target) ?? []) taken.delete(back);
      }
    }
  }
  return taken;
}

function answerOf(messages: readonly AmberMessage[], callId: string): string[] {
  const all = messages.map(({ parts }) => undosOf(parts)).find((undos) => undos.includes(callId));
  return all ?? [callId];
}
