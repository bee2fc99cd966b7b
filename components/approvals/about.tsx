'use client';
/** Above a line or a card in the inbox: which call it is about, for whom, in which chat. */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { nameOf } from '@/components/tool-call/call-name';
import { ToolName } from '@/components/tool-call/card-frame';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

import { AgentsWords, chatOf } from './agents-words';

interface AboutProps {
  about: Pick<
    ApprovalInContext,
    'risk' | 'trusted' | 'server' | 'title' | 'tool' | 'requestedBy' | 'context' | 'chatId'
  > &
    Partial<Pick<ApprovalInContext, 'through'>>;
  viewer: { id: string };
}

export function About({ about, viewer }: AboutProps) {
  const { risk, trusted, server, requestedBy, context } = about;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-muted">
      <RiskIcon risk={risk} trusted={trusted} size={16} className="shrink-0" />
      <span className="min-w-0 break-words font-medium text-ink-2">
        <ToolName name={nameOf(about)} trusted={trusted} />
      </span>
      <span className="min-w-40 flex-1 break-words">
        {sayWith(requestedBy.id === viewer.id ? 'inbox.asked-by-you' : 'inbox.asked-by', {
          server: () => <ShownText text={server} />,
          who: () => <ShownText text={requestedBy.name} />,
        })}
        <ThroughWords approval={about} />
        <AgentsWords context={context} />
      </span>
      {context.title !== null && (
        <WorkspaceLink
          href={`/chat/${chatOf(about)}`}
          className="shrink-0 text-ink-2 underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {about.through ? say('inbox.all-it-asked') : say('inbox.open-chat')}
        </WorkspaceLink>
      )}
    </div>
  );
}

/** The client through which it was asked, if it did not come from a chat. */
export function ThroughWords({
  approval: { through },
}: {
  approval: Partial<Pick<ApprovalInContext, 'through'>>;
}) {
  if (!through) return null;
  return (
    <>
      {sayWith('inbox.through', {
        client: () => (
          <ShownText text={through.client ?? say('inbox.through-token', { token: through.token })} />
        ),
      })}
      {through.away && say('inbox.away')}
    </>
  );
}
