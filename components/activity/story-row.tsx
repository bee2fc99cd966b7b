'use client';
/**
 * The story of one call, in a line with the people who asked and decided; opened, it lists each of its receipts in
 * chronological order. On phones the server is beside the time, so that the words have the whole width.
 */
import { ChevronRight } from 'lucide-react';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { UNASKED } from '@/lib/execution/call-record';
import type { ReceiptView } from '@/lib/receipts/receipt-view';
import { Icon } from '../ui/icon';
import { Everything, ReceiptRow } from './receipt-row';
import { named, sentenceOf } from './receipt-words';
import { aboutStory, outcomeOf, ranBy, type Story, whoDid } from './stories';

export function StoryRow({ story }: { story: Story }) {
  const outcome = outcomeOf(story);
  const [newest] = story;
  const isAlone = story.length === 1;
  const people = peopleOf(story, outcome);
  const about = aboutStory(story);
  return (
    <li
      className="@container border-b py-2.5"
      data-testid="story"
      data-kind={outcome.kind}
      data-seq={isAlone ? newest.seq : undefined}
    >
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-2 gap-y-0.5 rounded-control md:min-h-0 @min-[40rem]:flex-nowrap @min-[40rem]:gap-x-4">
          <span className="min-w-1/2 flex-1 text-13 text-muted tabular-nums @min-[40rem]:w-[150px] @min-[40rem]:min-w-0 @min-[40rem]:flex-none">
            <Moment iso={outcome.at} utc />
          </span>
          <span className="order-2 min-w-0 flex-1 basis-[calc(100%-3rem)] break-words text-14 text-ink @min-[40rem]:order-none @min-[40rem]:basis-0">
            {sentenceOf(outcome)}{' '}
            {about !== '' && (
              <span data-testid="story-about" className="block text-13 text-ink-2">
                <ShownText text={about} />
              </span>
            )}
            {people !== '' && <span className="block text-13 text-muted">{people}</span>}
          </span>
          {outcome.body.server && (
            <span className="order-1 shrink-0 text-13 text-muted @min-[40rem]:order-none">
              <ShownText text={outcome.body.server} />
            </span>
          )}
          <Icon
            of={ChevronRight}
            className="order-2 shrink-0 self-center text-muted group-open:rotate-90 @min-[40rem]:order-none"
          />
        </summary>
        {isAlone ? (
          <Everything receipt={newest} />
        ) : (
          <ol
            aria-label={say('story.receipts')}
            className="mt-2 border-line border-l-2 pl-3 @min-[40rem]:ml-[166px]"
          >
            {story.toReversed().map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} />
            ))}
          </ol>
        )}
      </details>
      {outcome.chatTitle && outcome.body.chat && (
        <p className="mt-0.5 break-words text-13 text-muted @min-[40rem]:pl-[166px]">
          <WorkspaceLink href={`/chat/${outcome.body.chat}`} className="underline hover:text-ink">
            <ShownText text={outcome.chatTitle} />
          </WorkspaceLink>
        </p>
      )}
    </li>
  );
}

/** The people who asked and decided, unless the line above names them already. */
function peopleOf(story: Story, { kind, forName, personName, body }: ReceiptView): string {
  const isAlone = story.length === 1;
  const namesOf = (did: 'decided' | 'cancelled') => (isAlone || kind === did ? '' : listed(story, did));
  const [confirmed, cancelled] = [namesOf('decided'), namesOf('cancelled')];
  const unasked = UNASKED.find((rule) => rule === ranBy(story));
  // For a limit, its sentence already names the person.
  const isSaid = body.whose !== undefined || (isAlone && forName === personName);
  const words = [
    forName !== null && !isSaid && say('story.for', { who: named(forName) }),
    confirmed !== '' && say('story.confirmed', { who: confirmed }),
    cancelled !== '' && say('story.cancelled', { who: cancelled }),
    !isAlone && unasked !== undefined && say(`story.ran.${unasked}`),
  ];
  return words.filter((one) => one !== false).join(' ');
}

function listed(story: Story, kind: 'decided' | 'cancelled'): string {
  return whoDid(story, kind).map(named).join(say('decided.and'));
}
