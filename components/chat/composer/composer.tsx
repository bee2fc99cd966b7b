'use client';
/**
 * Where a person writes. Enter sends (but on a screen's keyboard), Shift+Enter breaks the line, and neither decides a card. While an answer is
 * being written, what is sent waits for its end. What was typed survives a reload, and comes back when the server
 * did not take it.
 */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, putBefore, readDraft } from '@/components/shell/drafts';
import { say } from '@/components/words/say';
import { prepareMarkdown } from '../markdown/markdown';
import { ComposerField } from './composer-field';
import { SendButton } from './send-button';

export interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  personId: string;
  chatId: string | null;
  isRunning: boolean;
  /** Set while the composer is there: puts a message that was taken back before what has been typed. */
  giveBack: RefObject<((text: string) => void) | null>;
  /** Messages wait for the answer that is being written. */
  hasQueue: boolean;
  /** A quiet line in the foot. */
  note: ReactNode;
  /** What stands left of the note. */
  modeSwitch: ReactNode;
  /** False: not sent, the text comes back. */
  onSend: (text: string) => Promise<boolean>;
  onStop: () => void;
  focusAtFirst: boolean;
}

export function Composer({
  personId,
  chatId,
  isRunning,
  hasQueue,
  note,
  modeSwitch,
  ...rest
}: ComposerProps) {
  const [text, setText] = useDraft(rest.field, personId, chatId);
  const isEmpty = text.trim() === '';
  const returned = useGiveBack(rest.giveBack, text, setText);

  useEffect(() => {
    if (!isEmpty) prepareMarkdown();
  }, [isEmpty]);

  const send = async () => {
    if (isEmpty) return;
    setText('');
    if (await rest.onSend(text.trim())) return;
    keepDraft(personId, chatId, text);
    setText((typed) => (typed === '' ? text : `${text}\n\n${typed}`));
  };

  return (
    <form
      className="rounded-message border bg-raised shadow-float has-[textarea:focus]:border-edge has-[[data-ring]]:outline-2 has-[[data-ring]]:outline-offset-2 has-[[data-ring]]:outline-ink"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ComposerField
        field={rest.field}
        text={text}
        onChange={setText}
        onEnter={send}
        focusAtFirst={rest.focusAtFirst}
      />
      <div className="flex items-center gap-3 px-2 pb-2 max-[379px]:flex-wrap max-[379px]:gap-y-1 md:pl-2.5">
        {modeSwitch}
        {/* On the smallest screens a line of its own: beside the rest there is room for a word. */}
        <div className="min-w-0 flex-1 text-12 leading-4 text-muted max-[379px]:order-first max-[379px]:basis-full max-[379px]:px-2 md:text-13">
          <span role="status">{returned && say('composer.taken-back')}</span>
          {!returned && (isRunning && !isEmpty ? say('composer.queues') : note)}
        </div>
        <SendButton isRunning={isRunning} isEmpty={isEmpty} hasQueue={hasQueue} onStop={rest.onStop} />
      </div>
    </form>
  );
}

/** Whether what stands in the composer is what was taken back, and nobody has touched it since. */
function useGiveBack(
  giveBack: ComposerProps['giveBack'],
  text: string,
  setText: (text: string) => void,
): boolean {
  const [returned, setReturned] = useState<string | null>(null);
  // Ahead of what is drawn: two messages may come back at once.
  const latest = useRef(text);
  useLayoutEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    giveBack.current = (message) => {
      latest.current = putBefore(message, latest.current);
      setText(latest.current);
      setReturned(latest.current);
    };
    return () => {
      giveBack.current = null;
    };
  }, [giveBack, setText]);
  return returned !== null && returned === text;
}

/** The text typed so far, kept with the chat; also what was typed before the page began to listen. */
function useDraft(field: RefObject<HTMLTextAreaElement | null>, personId: string, chatId: string | null) {
  const [text, setText] = useState('');
  const isRead = useRef(false);
  useLayoutEffect(() => {
    if (!isRead.current) {
      isRead.current = true;
      setText((typed) => typed || field.current?.value || readDraft(personId, chatId));
      return;
    }
    keepDraft(personId, chatId, text);
  }, [field, personId, chatId, text]);
  return [text, setText] as const;
}
