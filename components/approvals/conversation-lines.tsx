'use client';
/** The last lines of the conversation that a card belongs to, as plain text, with a link to it. */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext, Excerpt } from '@/lib/inbox/inbox-view';
import { agentsIn, chatOf } from './agents-words';
import { plainWords } from './plain-words';

interface ConversationLinesProps {
  approval: ApprovalInContext;
  viewer: { id: string };
}

export function ConversationLines({ approval, viewer }: ConversationLinesProps) {
  const { context, requestedBy } = approval;
  const person = requestedBy.id === viewer.id ? say('excerpt.you') : requestedBy.name;
  const asker = context.within ? say('sub-agent.task') : person;
  return (
    <section
      data-testid="approval-conversation"
      className="mt-[11px] border-card-line border-t pt-[11px] text-13 text-card-ink-2 @min-[46rem]:mt-0 @min-[46rem]:border-t-0"
    >
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h4 className="font-medium text-12">
          {approval.through ? say('excerpt.no-conversation') : say('excerpt.heading')}
        </h4>
        {context.title !== null && (
          <WorkspaceLink
            href={`/chat/${chatOf(approval)}`}
            className="shrink-0 text-12 text-card-ink underline underline-offset-2 max-md:-my-3.5 max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {approval.through ? say('inbox.all-it-asked') : say('inbox.open-chat')}
          </WorkspaceLink>
        )}
      </div>
      {context.within && (
        <p className="mb-1 break-words">
          {sayWith('sub-agent.for-chat', {
            chat: () => <ShownText text={context.title ?? ''} />,
            agents: () => <ShownText text={agentsIn(context)} />,
          })}
        </p>
      )}
      {context.asked && <Line who={asker} said={context.asked} cutAt="end" />}
      {context.answered && (
        <Line
          who="Amber"
          said={{ ...context.answered, text: plainWords(context.answered.text) }}
          cutAt="start"
        />
      )}
      {approval.through && <p>{say('excerpt.other-client')}</p>}
      {!context.asked && !context.answered && !approval.through && <p>{say('excerpt.nothing')}</p>}
    </section>
  );
}

function Line({ who, said, cutAt }: { who: string; said: Excerpt; cutAt: 'start' | 'end' }) {
  const cut = said.cut > 0 && <Cut characters={said.cut} />;
  return (
    <>
      <p className="mb-1 whitespace-pre-line break-words">
        <span className="font-medium text-card-ink">
          <ShownText text={who} />:
        </span>{' '}
        {cutAt === 'start' && cut}
        <ShownText text={said.text} />
        {cutAt === 'end' && cut}
      </p>
      <HiddenNote text={said.text} />
    </>
  );
}

function Cut({ characters }: { characters: number }) {
  return <span className="text-12"> {say('excerpt.more', { count: characters })} </span>;
}
