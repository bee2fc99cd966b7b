import 'server-only';
/** What a turn was resolved to, for a model that gets it as data and does not read the instructions. */
import type { UIMessage } from 'ai';
import { type Authority, situationOf } from '@/lib/approvals/authority';
import { isCall } from '@/lib/approvals/call-parts';
import { judge, type Mode } from '@/lib/policy/policy';
import type { ConnectedTool } from '@/lib/tools/types';

export interface ResolvedTurn {
  /** Everything that may be called; a step may be offered less. */
  tools: (ConnectedTool & { asks: boolean })[];
  /** What people have denied. */
  denied: readonly (ConnectedTool & {
    /** An admin has halted it: the policy's words for that. */
    stopped?: string;
  })[];
  /** What may be a step of a plan that a person confirms; in plan mode also what may not be called. */
  planned: readonly (ConnectedTool & { asks: true })[];
  mode: Mode;
  /** Calls whose arguments a person changed on the card, by their id; their results begin with a line that says so. */
  edited: Map<string, { by: string }>;
}

/** @param messages the chat as stored */
export function resolvedTurn(
  authority: Authority,
  { permitted, denied, steps }: Record<'permitted' | 'denied' | 'steps', readonly ConnectedTool[]>,
  messages: readonly UIMessage[],
): ResolvedTurn {
  const tools = permitted.map((tool) => {
    const { effect } = judge(tool, situationOf(tool, authority));
    return { ...tool, asks: effect !== 'allow' };
  });
  const refused = denied.map((tool) => {
    const { rule, reason } = judge(tool, situationOf(tool, authority));
    return { ...tool, ...(rule === 'halted' && { stopped: reason }) };
  });
  const planned = steps.map((tool) => ({ ...tool, asks: true as const }));
  return { tools, denied: refused, planned, mode: authority.mode, edited: editedIn(messages) };
}

function editedIn(messages: readonly UIMessage[]): ResolvedTurn['edited'] {
  const calls = messages.flatMap(({ parts }) => parts.filter(isCall));
  return new Map(
    calls.flatMap(({ toolCallId, toolMetadata }) => {
      const { by, before } = Object(toolMetadata?.edited) as { by?: string; before?: string };
      return before ? [[toolCallId, { by: by ?? 'Somebody' }] as const] : [];
    }),
  );
}
