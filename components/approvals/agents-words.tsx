'use client';
/** Through which sub-agents a call was asked, and in which chat that is seen. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

type Asked = Pick<ApprovalInContext, 'chatId'> & { context: Pick<ApprovalInContext['context'], 'within'> };

/** The chat in which a person has asked: a sub-agent's call is shown there, under that which began it. */
export const chatOf = ({ chatId, context }: Asked): string => context.within?.chatId ?? chatId;

/** The first of them first. What they work as is the model's words. */
export function agentsIn({ within }: Asked['context']): string {
  const agents = within?.agents ?? [];
  return agents.map(({ role }) => role ?? say('sub-agent.architect')).join(' \u203a ');
}

/** Nothing where the chat's own answer has asked. */
export function AgentsWords({ context }: { context: Asked['context'] }) {
  if (!context.within) return null;
  return sayWith('sub-agent.asked', { agents: () => <ShownText text={agentsIn(context)} /> });
}
