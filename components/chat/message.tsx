'use client';
/** One message: the person's in a soft block on the right, the answer's parts in order on the page itself. */
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AnswerForm } from '@/components/api/answer';
import { cutText } from '@/components/api/cut-text';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { Moment } from '@/components/shown/moment';
import { CallGroups } from '@/components/tool-call/call-groups';
import type { StopCall } from '@/components/tool-call/call-progress';
import { type Block, blocksOf, type CallFacts, endsLeftOut } from '@/components/tool-call/call-view';
import { TakeBackAnswer, TakenBackLines } from '@/components/tool-call/take-back/taking-back';
import { TimelineDisclosure } from '@/components/tool-call/timeline/timeline-disclosure';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import { EXAMPLES_HEAD } from '@/lib/offline-model/saying/examples-head';
import type { AmberMessage, Mode, RunError } from '@/lib/runs/chat-view';
import { later } from '../ui/later';
import { useHydrated } from '../ui/use-hydrated';
import { Markdown } from './markdown/markdown';
import { filesOf, textOf } from './messages';
import { Notice } from './notice';
import { useAsking } from './versions/asking';

/** Shorter silence needs no message, in milliseconds. */
const SAY_AFTER = 300;
/** After this long, a waiting person is told when the wait will end at the latest, in milliseconds. */
const SAY_UNTIL_AFTER = 20_000;

/** How many blocks of an answer may be visible when the page opens. */
const RECENT = 6;

/** Few answers have any. */
const HelpExamples = later(() => import('./answers/help-examples').then((part) => part.HelpExamples));
const MessageFiles = later(() => import('./attached/message-files').then((part) => part.MessageFiles));

interface MessageProps {
  message: AmberMessage;
  /** One of the last, visible when the page opens. */
  recent?: boolean;
  /** Ordered by a button: its call's result is all there is to read. */
  ordered?: boolean | undefined;
  /** The run that writes this message is in progress. */
  live: boolean;
  /** A person has said something since. */
  isPast: boolean;
  /** The chat's present mode. */
  mode: Mode;
  onDecide: Decide;
  unknownCalls: UnknownCallHandlers;
  edits?: EditHandlers | undefined;
  onAnswer?: AnswerForm | undefined;
  onStopCall?: StopCall | undefined;
  viewer: { id: string };
  /** Sends the same message again. Absent: that is not possible now. */
  onRetry?: () => void;
}

export function Message({ message, recent, live, onRetry, ...calls }: MessageProps) {
  if (message.role === 'user') return <OwnMessage message={message} />;
  const blocks = blocksOf(message.parts);
  const lastCalls = blocks.findLastIndex(({ kind }) => kind === 'calls');
  return (
    <div className="group/message relative flex min-w-0 flex-col gap-4">
      <h2 className="sr-only">{say('message.answer')}</h2>
      {blocks.map((block, place) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
          key={place}
          block={block}
          recent={recent && place >= blocks.length - RECENT}
          timed={place === lastCalls && !live ? callsIn(blocks) : undefined}
          {...calls}
          onRetry={live ? undefined : onRetry}
        />
      ))}
      {live && (isSilent(blocks.at(-1)) || endsLeftOut(message.parts)) && (
        <Working until={message.metadata?.until} />
      )}
      {!live && <TakenBackLines parts={message.parts} />}
      {!live && <TakeBackAnswer parts={message.parts} />}
      {!live && <Actions message={message} isPast={calls.isPast} />}
    </div>
  );
}

function OwnMessage({ message }: { message: AmberMessage }) {
  const [isEdited, setIsEdited] = useState(false);
  /** Editing was cancelled: the focus returns to where it began. */
  const [wasEdited, setWasEdited] = useState(false);
  const asking = useAsking();
  const { EditMessage } = asking?.parts ?? {};
  const text = textOf(message);
  const files = filesOf(message);
  const again = asking?.again;
  return (
    <div className="group/message relative flex flex-col">
      <h2 className="sr-only">{say('message.yours')}</h2>
      {isEdited && EditMessage && again ? (
        <EditMessage
          text={text}
          onSend={(words) => again.edit(message.id, words)}
          onClose={() => {
            setIsEdited(false);
            setWasEdited(true);
          }}
        />
      ) : (
        <>
          {files.length > 0 && <MessageFiles files={files} />}
          {(text !== '' || files.length === 0) && (
            <p
              dir="auto"
              className="ml-10 min-w-0 max-w-[34rem] self-end whitespace-pre-wrap break-words rounded-message bg-soft forced-colors:border px-3.5 py-[9px] text-16 text-ink leading-6"
            >
              {text}
            </p>
          )}
          <Actions message={message} isPast onEdit={() => setIsEdited(true)} wasEdited={wasEdited} />
        </>
      )}
    </div>
  );
}

/** Its place is reserved until it has loaded. */
function Actions({
  message,
  isPast,
  ...editing
}: Pick<MessageProps, 'message' | 'isPast'> & { onEdit?: () => void; wasEdited?: boolean }) {
  const asking = useAsking();
  if (!asking) return null;
  const { parts, ...more } = asking;
  return (
    <div className="min-h-11 md:min-h-8">
      {parts && <parts.MessageActions message={message} isPast={isPast} {...editing} {...more} />}
    </div>
  );
}

interface BlockViewProps extends Omit<MessageProps, 'message' | 'live'> {
  block: Block;
  /** All calls of the answer, below the last of them. */
  timed?: CallFacts[] | undefined;
}

const callsIn = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'calls' ? block.groups.flat() : []));

function BlockView({ block, recent, timed, onRetry, ...calls }: BlockViewProps) {
  switch (block.kind) {
    case 'text':
      return <AnswerText block={block} recent={recent} />;
    case 'calls':
      return (
        <div className="flex min-w-0 flex-col gap-1">
          <CallGroups groups={block.groups} {...calls} />
          {timed && <TimelineDisclosure facts={timed} />}
        </div>
      );
    case 'error':
      return <FailedTurn error={block.error} onRetry={onRetry} />;
    case 'notice':
      return <Notice {...block} />;
  }
}

/** If questions can be asked, the examples are buttons. */
function AnswerText({
  block,
  recent,
}: {
  block: Extract<Block, { kind: 'text' }>;
  recent: boolean | undefined;
}) {
  const mayAsk = useAsking()?.again !== undefined;
  const { text, streaming, cut } = block;
  if (cut) return <CutText text={text} recent={recent} />;
  const plain = <Markdown text={text} streaming={streaming} recent={recent} />;
  if (!mayAsk || streaming || !text.includes(EXAMPLES_HEAD)) return plain;
  return <HelpExamples fallback={plain} otherwise={plain} text={text} recent={recent} />;
}

function CutText({ text, recent }: { text: string; recent: boolean | undefined }) {
  const cut = cutText(text);
  return (
    <>
      {cut.text.trim() !== '' && <Markdown text={cut.text} streaming={false} cut recent={recent} />}
      {cut.endsInTable && <p className="text-13 text-muted">{say('message.table-cut')}</p>}
    </>
  );
}

function FailedTurn({ error, onRetry }: { error: RunError; onRetry: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex min-w-0 items-start gap-2 text-14 text-failed">
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="max-w-[34rem] whitespace-pre-wrap break-words">{told(error.message)}</p>
        {error.retryable && onRetry && (
          <button
            type="button"
            onClick={onRetry}
            className="mt-2 h-8 rounded-control border border-edge bg-raised px-3 font-medium text-13 text-ink max-md:h-11"
          >
            {say('try-again.label')}
          </button>
        )}
      </div>
    </div>
  );
}

/** Nothing on the page moves by itself: no text is being written and no call is running or waiting. */
function isSilent(last: Block | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind !== 'calls') return false;
  return last.groups.flat().every(({ part }) => part.state.startsWith('output-'));
}

function Working({ until }: { until: string | undefined }) {
  // If the page opens during an answer, there was waiting enough.
  const [wasThere] = useState(!useHydrated());
  const isDue = useAfter(SAY_AFTER);
  const said = wasThere || isDue;
  const takesLong = useAfter(SAY_UNTIL_AFTER);
  return (
    <p role="status" className="min-h-[26px] text-16 text-muted">
      {said ? say('message.thinking') : ''}
      {takesLong && until !== undefined && (
        <span className="text-13">
          {' '}
          {sayWith('message.stops', { when: () => <Moment iso={until} sentence /> })}
        </span>
      )}
    </p>
  );
}

/** Whether this many milliseconds have passed since it first appeared. */
function useAfter(milliseconds: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
