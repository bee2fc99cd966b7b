'use client';
/** What a sub-agent does, from its place: its calls, its cards, its words. Shown when somebody looks, or is asked. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadChat } from '@/components/api/chat-api';
import { useWorkspace } from '@/components/shell/workspace';
import { Below, type SubAgentProps } from '@/components/tool-call/sub-agent-slot';
import { say } from '@/components/words/say';
import type { ChatView } from '@/lib/runs/chat-view';
import { classes } from '../../ui/classes';
import { Message } from '../message';
import { useAmberChat } from '../use-amber-chat';
import { WithoutAsking } from '../versions/asking';

export function SubAgent(props: SubAgentProps) {
  const view = usePlace(props.place);
  if (view) return <Work key={view.id} initial={view} {...props} />;
  return props.isOpen ? <p className="mt-1 text-13 text-muted">{say('sub-agent.nothing')}</p> : null;
}

/** The place as first found: it may begin slightly later than its call. */
function usePlace(place: string): ChatView | null {
  const [view, setView] = useState<ChatView | null>(null);
  const { onNews } = useWorkspace();
  const isFound = view !== null;
  useEffect(() => {
    if (isFound) return;
    let isHere = true;
    // If it cannot be loaded now, the next news tries again.
    const load = () =>
      loadChat(place).then(
        (found) => isHere && setView((known) => known ?? found),
        () => undefined,
      );
    void load();
    const forget = onNews((news) => {
      if (news === null || ('chatId' in news && news.chatId === place)) void load();
    });
    return () => {
      isHere = false;
      forget();
    };
  }, [place, onNews, isFound]);
  return view;
}

function Work({
  initial,
  place,
  name,
  mode,
  isOpen,
  isNested,
  onWaits,
}: SubAgentProps & { initial: ChatView }) {
  const { session, messages, isRunning, waitsFor } = useAmberChat(initial);
  const { viewer } = useWorkspace();
  const { below, tell } = useBelow();
  const waits = waitsFor !== null || below > 0;
  const isShown = isOpen || waits;
  const told = useRef(onWaits);
  told.current = onWaits;
  useEffect(() => {
    told.current(waits);
    return () => told.current(false);
  }, [waits]);
  const answers = messages.filter(({ role }) => role === 'assistant');
  return (
    <section
      data-testid="sub-agent"
      data-place={place}
      aria-label={say('sub-agent.work', { name })}
      hidden={!isShown}
      className={classes(
        isShown ? 'flex' : 'hidden',
        'mt-1 ml-[7px] min-w-0 flex-col gap-3 border-line border-l pb-1 pl-4 max-md:ml-0 max-md:pl-2',
        isNested && 'max-md:border-l-0 max-md:pl-0',
      )}
    >
      <Below tell={tell}>
        <WithoutAsking>
          {answers.map((message) => (
            <Message
              key={message.id}
              message={message}
              live={isRunning && message === answers.at(-1)}
              isPast={false}
              mode={mode}
              onDecide={session.cards.decide}
              unknownCalls={session.cards.unknownCalls}
              edits={session.cards.edits}
              viewer={viewer}
            />
          ))}
        </WithoutAsking>
      </Below>
      {answers.length === 0 && <p className="text-13 text-muted">{say('sub-agent.nothing')}</p>}
    </section>
  );
}

/** In how many places further down something waits. */
function useBelow() {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const tell = useCallback((place: string, waits: boolean) => {
    setPlaces((known) => {
      const others = known.filter((one) => one !== place);
      return waits ? [...others, place] : others;
    });
  }, []);
  return { below: places.length, tell };
}
