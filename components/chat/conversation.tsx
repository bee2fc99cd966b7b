'use client';
/** The messages in one column. It follows new text only while the reader is at the end. */
import { memo } from 'react';
import type { AnswerForm } from '@/components/api/answer';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { useKeyboardRing } from '@/components/shown/use-keyboard-ring';
import { AppsShown, type TakeWords } from '@/components/tool-call/app/apps-shown';
import type { StopCall } from '@/components/tool-call/call-progress';
import { LookUpProvider } from '@/components/tool-call/look-up/looking-up';
import { SubAgentsShownBy } from '@/components/tool-call/sub-agent-slot';
import { TakingBackProvider } from '@/components/tool-call/take-back/taking-back';
import { say } from '@/components/words/say';
import type { AmberMessage, Mode, SummaryView } from '@/lib/runs/chat-view';
import { classes } from '../ui/classes';
import { later } from '../ui/later';
import { Message } from './message';
import type { QueuedMessage } from './message-queue';
import { QueuedMessages } from './queued-messages';
import { Beginning, type EarlierProps, FurtherUp } from './reading/earlier';
import type { FoundPlace } from './reading/found-message';
import { ToTheLatest } from './reading/to-the-latest';
import { useReading } from './reading/use-reading';
import type { Asking } from './versions/again';
import { AskingProvider } from './versions/asking';

const FoundMessage = later(() => import('./reading/found-message').then((part) => part.FoundMessage));

/** Few chats are so long that a model reads only part of them. */
const SummaryLine = later(() => import('./context/summary-line').then((part) => part.SummaryLine));
const SubAgent = later(() => import('./sub-agents/sub-agent').then((part) => part.SubAgent));

/** Older messages are not rendered again while the last one grows. */
const SteadyMessage = memo(Message);

/** Placeholder for the answer until its first part arrives. */
const AWAITED: AmberMessage = { id: 'awaited', role: 'assistant', parts: [] };

/** How many messages may be visible when the page opens, if they are short. */
const RECENT = 6;

export interface ConversationProps extends EarlierProps {
  messages: AmberMessage[];
  isRunning: boolean;
  viewer: { id: string };
  /** The chat's present mode. */
  mode: Mode;
  /** Queued messages, oldest first. */
  queued: QueuedMessage[];
  /** The summary that replaces older messages for the model; null if there is none. */
  summary: SummaryView | null;
  /** The place that a search led to. */
  found?: FoundPlace | undefined;
  onDecide: Decide;
  unknownCalls: UnknownCallHandlers;
  edits?: EditHandlers | undefined;
  onAnswer: AnswerForm | undefined;
  /** Absent: the reader may not stop calls. */
  onStopCall: StopCall | undefined;
  /** Absent: the reader may not. */
  onWithdraw: ((id: string) => Promise<void>) | undefined;
  /** Absent: the reader may not. */
  again: Asking['again'];
  waits: Asking['waits'];
  /** Puts words from a server's page into the composer; absent: the reader may not write, and sees none. */
  onWords?: TakeWords | undefined;
  /** Id of the question asked last on this page. */
  asked: string | null;
  /** Absent: nothing to retry. */
  onRetry: (() => void) | undefined;
}

export function Conversation(props: ConversationProps) {
  const { messages, isRunning, viewer, mode, queued, onWithdraw, onRetry } = props;
  const { onDecide, unknownCalls, edits, onAnswer, onStopCall } = props;
  const { earlier, onEarlier, waitsIn, onReach, again, waits, asked } = props;
  const { scrollRef, contentRef, isAtEnd, toTheLatest, stopScroll } = useReading(
    asked,
    waits !== null,
    queued,
  );
  const ring = useKeyboardRing();
  const isBusy = isRunning || queued.length > 0;
  const isAwaited = isRunning && messages.at(-1)?.role === 'user';
  const shown = isAwaited ? [...messages, AWAITED] : messages;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {props.found && (
        <FoundMessage at={props.found} place={scrollRef} onReading={stopScroll} {...{ onReach, messages }} />
      )}
      <FurtherUp place={scrollRef} onReading={stopScroll} {...{ waitsIn, onReach, messages }} />
      <div
        ref={scrollRef}
        role="log"
        aria-label={say('chat.conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        {...ring}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [&:not([data-ring])]:outline-none max-md:[scrollbar-width:none] md:[scrollbar-gutter:stable_both-edges] md:[scrollbar-width:thin]"
      >
        <div
          ref={contentRef}
          className="mx-auto flex max-w-column flex-col px-4 pb-10 pt-5 md:max-w-[728px] md:px-6"
        >
          <Beginning place={scrollRef} onReading={stopScroll} {...{ earlier, onEarlier, messages }} />
          <AskingProvider again={again} waits={waits} isBusy={isBusy}>
            <TakingBackProvider takeBack={again?.takeBack} {...{ isBusy, messages }}>
              <LookUpProvider lookUp={isBusy || waits ? undefined : again?.lookUp}>
                <AppsShown value={props.onWords ?? null}>
                  <SubAgentsShownBy part={SubAgent}>
                    {shown.map((message, place) => (
                      <div
                        key={keyOf(shown, place)}
                        data-message={message.id}
                        className={classes(place > 0 && (message.role === 'user' ? 'mt-7' : 'mt-4'))}
                      >
                        <SteadyMessage
                          message={message}
                          recent={place >= shown.length - RECENT}
                          ordered={shown[place - 1]?.parts.some(({ type }) => type === 'data-order')}
                          live={isRunning && place === shown.length - 1}
                          isPast={place < shown.length - 1}
                          onDecide={onDecide}
                          unknownCalls={unknownCalls}
                          edits={edits}
                          onAnswer={onAnswer}
                          onStopCall={onStopCall}
                          viewer={viewer}
                          mode={mode}
                          onRetry={place === shown.length - 1 ? onRetry : undefined}
                        />
                        {message.id === props.summary?.upTo && <SummaryLine summary={props.summary} />}
                      </div>
                    ))}
                  </SubAgentsShownBy>
                </AppsShown>
              </LookUpProvider>
            </TakingBackProvider>
          </AskingProvider>
          <QueuedMessages staysInSight={waits === null} {...{ isRunning, queued, onWithdraw }} />
          {/* Where browsers support it, a reloaded page starts at its end before any script runs. */}
          <div className="[scroll-initial-target:nearest]" />
        </div>
      </div>
      {!isAtEnd && <ToTheLatest onClick={toTheLatest} />}
    </div>
  );
}

/** The placeholder becomes the arriving answer: its key is the message being answered. */
function keyOf(shown: readonly AmberMessage[], place: number): string {
  const [before, message] = [shown[place - 1], shown[place]];
  const answers = message?.role === 'assistant' && before?.role === 'user';
  return answers ? `to ${before.id}` : (message?.id ?? '');
}
