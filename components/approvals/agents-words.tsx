'use client';
/** Through which sub-agents, or by which page of a server, a call was asked, and in which chat that is seen. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Asked = Pick<ApprovalInContext, 'chatId'> & { context: Pick<ApprovalInContext['context'], 'within'> };

/** The chat in which a person has asked: a sub-agent's call is shown there, under that which began it. */
export const chatOf = ({ chatId, context }: Asked): string => context.within?.chatId ?? chatId;

/** The first of them first. What they work as is the model's words, a server's name the operator's or an admin's. */
export function agentsIn({ within }: Asked['context']): string {
  const agents = within?.agents ?? [];
  const nameOf = ({ tool, role, server }: (typeof agents)[number]) =>
    [OWN_SERVER, WORKSPACE_SERVER].includes(server)
      ? (role ?? say('sub-agent.architect'))
      : say('sub-agent.page', { server, tool });
  return agents.map(nameOf).join(' \u203a ');
}

/** Nothing where the chat's own answer has asked. */
export function AgentsWords({ context }: { context: Asked['context'] }) {
  if (!context.within) return null;
  return sayWith('sub-agent.asked', { agents: () => <ShownText text={agentsIn(context)} /> });
}
