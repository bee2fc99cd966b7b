'use client';
/** Above a line or a card in the inbox: of which call it is, of whom, in which chat. */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { nameOf } from '@/components/tool-call/approval/approval-words';
import { ToolName } from '@/components/tool-call/card-frame';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

interface AboutProps {
  about: Pick<
    ApprovalInContext,
    'risk' | 'trusted' | 'server' | 'title' | 'tool' | 'requestedBy' | 'context' | 'chatId'
  > &
    Partial<Pick<ApprovalInContext, 'through'>>;
  viewer: { id: string };
}

export function About({ about, viewer }: AboutProps) {
  const { risk, trusted, server, requestedBy, context, chatId } = about;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-muted">
      <RiskIcon risk={risk} trusted={trusted} size={16} className="shrink-0" />
      <span className="min-w-0 break-words font-medium text-ink-2">
        <ToolName name={nameOf(about)} trusted={trusted} />
      </span>
      <span className="min-w-40 flex-1 break-words">
        <ShownText text={server} />, asked by{' '}
        {requestedBy.id === viewer.id ? 'you' : <ShownText text={requestedBy.name} />}
        <ThroughWords approval={about} />
      </span>
      {context.title !== null && (
        <WorkspaceLink
          href={`/chat/${chatId}`}
          className="shrink-0 text-ink-2 underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {about.through ? 'All it asked' : 'Open the chat'}
        </WorkspaceLink>
      )}
    </div>
  );
}

/** Through which client, where it was no chat that asked. */
export function ThroughWords({
  approval: { through },
}: {
  approval: Partial<Pick<ApprovalInContext, 'through'>>;
}) {
  if (!through) return null;
  return (
    <>
      , through <ShownText text={through.client ?? `the token ${through.token}`} />
      {through.away && ', which is not connected'}
    </>
  );
}
