'use client';
/** The sub-agents or the server's page through which a call was asked, and the chat in which that can be seen. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Asked = Pick<ApprovalInContext, 'chatId'> & { context: Pick<ApprovalInContext['context'], 'within'> };

/** The person's own chat: a sub-agent's call is shown there, under the call that began the sub-agent. */
export const chatOf = ({ chatId, context }: Asked): string => context.within?.chatId ?? chatId;

/** Outermost first. A role is the model's wording; a server's name is the operator's or an admin's. */
export function agentsIn({ within }: Asked['context']): string {
  const agents = within?.agents ?? [];
  const nameOf = ({ tool, role, server }: (typeof agents)[number]) =>
    [OWN_SERVER, WORKSPACE_SERVER].includes(server)
      ? (role ?? say('sub-agent.architect'))
      : say('sub-agent.page', { server, tool });
  return agents.map(nameOf).join(' \u203a ');
}

/** Null if the chat's own answer asked. */
export function AgentsWords({ context }: { context: Asked['context'] }) {
  if (!context.within) return null;
  return sayWith('sub-agent.asked', { agents: () => <ShownText text={agentsIn(context)} /> });
}
