'use client';
/**
 * Where a person writes. Enter sends (except on on-screen keyboards), Shift+Enter breaks the line, and neither decides
 * a card. During an answer, messages are queued. Typed text survives a reload, and comes back if the server did not
 * accept it.
 */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, keepDraftAs, putBefore, readDraft } from '@/components/shell/drafts';
import { later } from '@/components/ui/later';
import { say } from '@/components/words/say';
import type { Attachment } from '@/lib/values/attachment';
import { filesPasted, useDrops } from '../attached/attach-button';
import { type Files, useChosenFiles } from '../attached/use-chosen-files';
import { withSpoken } from '../dictation/spoken';
import { useDictation } from '../dictation/use-dictation';
import { prepareMarkdown } from '../markdown/markdown';
import { useOffers } from '../offers/use-offers';
import { ComposerField } from './composer-field';
import { ComposerFoot, useWay } from './composer-foot';
import { useStopKey } from './use-stop-key';

const ChosenFiles = later(() => import('../attached/chosen-files').then((part) => part.ChosenFiles));
const Offers = later(() => import('../offers/offers').then((part) => part.Offers));

export interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  personId: string;
  chatId: string | null;
  isRunning: boolean;
  /** Set while the composer is mounted: puts a withdrawn message before the typed text. */
  giveBack: RefObject<((text: string, files?: Attachment[], says?: string) => boolean) | null>;
  /** Messages are queued behind the answer in progress. */
  hasQueue: boolean;
  /** A quiet line below the text. */
  note: ReactNode;
  /** To the left of the note. */
  modeSwitch: ReactNode;
  /** False: not sent, the text comes back. */
  onSend: (text: string, files: Attachment[]) => Promise<boolean>;
  onStop: () => void;
  focusAtFirst: boolean;
  /** The model that answers accepts no attached files. */
  readsNoFiles: boolean;
  /** A person is needed elsewhere on the page: on phones it takes one line until it is used. */
  givesWay: boolean;
}

export function Composer({ personId, chatId, isRunning, hasQueue, note, ...rest }: ComposerProps) {
  const [text, setText] = useDraft(rest.field, personId, chatId);
  const files = useChosenFiles(personId, chatId);
  const isOver = useDrops(files.add);
  const dictation = useDictation(personId, (words) => setText((typed) => withSpoken(typed, words)));
  const offering = useOffers();
  useStopKey(isRunning, rest.onStop);
  const isEmpty = (text.trim() === '' && !files.hasReady) || files.isBusy;
  const returned = useGiveBack(rest.giveBack, text, setText, files.putBack);

  useAnswerSoon(!isEmpty);

  const send = async () => {
    if (isEmpty) return;
    setText('');
    const sent = files.take();
    if (await rest.onSend(text.trim(), sent)) return;
    files.putBack(sent);
    keepDraft(personId, chatId, text);
    setText((typed) => (typed === '' ? text : `${text}\n\n${typed}`));
  };
  const way = useWay(rest.givesWay, text === '' && files.all.length === 0);
  const usual = isRunning && !isEmpty ? say('composer.queues') : note;
  const quiet = files.isBusy ? say('files.wait') : (dictation.says ?? usual);

  return (
    <div className="relative">
      <form
        data-drop={isOver || undefined}
        onFocus={way.onFocus}
        onPaste={(event) => files.add(filesPasted(event))}
        // On small screens: the field with Send, what is said of it, what can be chosen.
        className="max-[479px]:grid max-[479px]:grid-cols-[minmax(0,1fr)_auto] max-[479px]:items-end data-[drop]:outline-2 data-[drop]:outline-ink data-[drop]:outline-dashed data-[drop]:outline-offset-2 rounded-message border bg-raised shadow-float has-[textarea:focus]:border-ink has-[[data-ring]]:outline-2 has-[[data-ring]]:outline-offset-2 has-[[data-ring]]:outline-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {files.all.length > 0 && (
          <ChosenFiles of={files} readsNone={rest.readsNoFiles} onText={setText} field={rest.field} />
        )}
        <ComposerField
          field={rest.field}
          text={text}
          onChange={setText}
          onEnter={send}
          focusAtFirst={rest.focusAtFirst}
          offering={offering}
        />
        <ComposerFoot
          {...{ isRunning, isEmpty, hasQueue, onStop: rest.onStop }}
          isBrief={way.isBrief}
          onAdd={files.add}
          choices={[dictation.button, rest.modeSwitch]}
        >
          <span role="status">{returned}</span>
          {!returned && (isOver ? say('files.drop') : quiet)}
        </ComposerFoot>
      </form>
      {offering.isUsed && <Offers {...{ offering, files }} field={rest.field} onText={setText} />}
    </div>
  );
}

/** The code that renders answers is loaded once one is to be expected. */
function useAnswerSoon(isExpected: boolean) {
  useEffect(() => {
    if (isExpected) prepareMarkdown();
  }, [isExpected]);
}

/** The note on the composer's contents, if nobody has touched them since they were put there. */
function useGiveBack(
  giveBack: ComposerProps['giveBack'],
  text: string,
  setText: (text: string) => void,
  putFilesBack: Files['putBack'],
): string | null {
  const [returned, setReturned] = useState<{ text: string; says: string } | null>(null);
  const last = useRef(returned);
  const putFiles = useRef(putFilesBack);
  // Ahead of the rendered text, since two messages may come back at once.
  const latest = useRef(text);
  useLayoutEffect(() => {
    latest.current = text;
    putFiles.current = putFilesBack;
  }, [text, putFilesBack]);
  useEffect(() => {
    giveBack.current = (message, files = [], says) => {
      // What a page has put there stays as it is until the person has done something with it.
      if (says && last.current?.says === says && last.current.text === latest.current) return false;
      putFiles.current(files);
      latest.current = putBefore(message, latest.current);
      setText(latest.current);
      last.current = { text: latest.current, says: says ?? say('composer.taken-back') };
      setReturned(last.current);
      return true;
    };
    return () => {
      giveBack.current = null;
    };
  }, [giveBack, setText]);
  return returned?.text === text ? returned.says : null;
}

/** The text typed so far, kept per chat; including what was typed before the page was hydrated. */
function useDraft(field: RefObject<HTMLTextAreaElement | null>, personId: string, chatId: string | null) {
  const [text, setText] = useState('');
  const keptAs = useRef<string | null | undefined>(undefined);
  useLayoutEffect(() => {
    const before = keptAs.current;
    keptAs.current = chatId;
    if (before === undefined)
      return setText((typed) => typed || field.current?.value || readDraft(personId, chatId));
    keepDraftAs(personId, before, chatId, text);
  }, [field, personId, chatId, text]);
  return [text, setText] as const;
}
