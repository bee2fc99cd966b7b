'use client';
/** Taking back what calls did: a button on their rows, and for the workspace one for a whole answer. */
import { Undo2 } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { takenBack, undosOf, workspaceUndosOf } from '@/lib/runs/orders/taken-back';
import { nameOf } from '../call-name';

/** Orders it: its card, or why not, appears at the end of the chat. */
export type TakeBack = (callId: string, all: boolean) => Promise<unknown>;

interface Taking {
  takeBack: TakeBack;
  /** An answer is in progress: nothing can be ordered. */
  isBusy: boolean;
  taken: ReadonlySet<string>;
  /** What can no longer be taken back. */
  last: ReadonlySet<string>;
  /** The names of calls, by what takes them back; those that are, or once were, taken back. */
  names: ReadonlyMap<string, string>;
  /** By the undoing call: what it took back. */
  about: ReadonlyMap<string, readonly string[]>;
}

const TakingContext = createContext<Taking | null>(null);

interface ProviderProps extends Pick<Taking, 'isBusy'> {
  /** Absent: the reader may only read. */
  takeBack: TakeBack | undefined;
  messages: readonly AmberMessage[];
  children: ReactNode;
}

export function TakingBackProvider({ takeBack, isBusy, messages, children }: ProviderProps) {
  // It changes seldom, whereas messages change with every word.
  const known = JSON.stringify(standingOf(messages));
  const taking = useMemo(() => {
    if (!takeBack) return null;
    const { taken, last, names, about }: ReturnType<typeof standingOf> = JSON.parse(known);
    return {
      takeBack,
      isBusy,
      taken: new Set(taken),
      last: new Set(last),
      names: new Map(names),
      about: new Map(about),
    };
  }, [takeBack, isBusy, known]);
  return <TakingContext value={taking}>{children}</TakingContext>;
}

/** What is taken back in a chat, with the names of the calls. */
function standingOf(messages: readonly AmberMessage[]) {
  const { taken, last, about } = takenBack(messages);
  const isMeant = new Set([...taken, ...[...about.values()].flat()]);
  const names = messages.flatMap(({ parts }) =>
    undosOf(parts).flatMap(({ undo, call }) =>
      isMeant.has(undo) ? [[undo, nameOf({ ...call, title: call.title ?? '' })] as const] : [],
    ),
  );
  return { taken: [...taken], last: [...last], about: [...about], names };
}

/** At the end of an answer: which of its calls were taken back since, and what it has taken back itself. */
export function TakenBackLines({ parts }: Pick<AmberMessage, 'parts'>) {
  const taking = useContext(TakingContext);
  if (!taking) return null;
  const { taken, about, names } = taking;
  const quoted = (undo: string) => ({ call: visibleString(names.get(undo) ?? '') });
  const lines = undosOf(parts).flatMap(({ undo }) => {
    if (taken.has(undo)) return [say('taking-back.since', quoted(undo))];
    return (about.get(undo) ?? []).map((one) => say('taking-back.says', quoted(one)));
  });
  return lines.map((line) => (
    <p key={line} data-testid="taken-back" className="text-14 text-ink-2">
      {line}
    </p>
  ));
}

/** @param name of the call, as in its row */
export function TakeBackCall({ undo, name }: { undo: string; name: string }) {
  const taking = useContext(TakingContext);
  const wasPressed = useRef(false);
  if (!taking || taking.last.has(undo)) return null;
  if (taking.taken.has(undo)) {
    // The clicked button is gone: keyboard users continue from here.
    const goOn = (here: HTMLSpanElement | null) => {
      if (here && wasPressed.current) takeFocusOver(here);
    };
    return (
      <span ref={goOn} tabIndex={-1} className="shrink-0 rounded-control px-1.5 text-12 max-md:ml-[18px]">
        {say('taking-back.taken')}
      </span>
    );
  }
  // Taking back an undo redoes what was taken back, so it is named that way.
  const [again] = taking.about.get(undo) ?? [];
  const once = again === undefined ? undefined : taking.names.get(again);
  const more = once === undefined ? undefined : say('taking-back.again', { call: visibleString(once) });
  return (
    <TakeBackButton
      onClick={() => {
        wasPressed.current = true;
        void taking.takeBack(undo, false);
      }}
      disabled={taking.isBusy}
      label={more ?? say('taking-back.call-named', { call: visibleString(name) })}
      words={more ?? say('taking-back.call')}
      // Above the row, which is itself a button.
      className="relative z-10 max-md:ml-[18px]"
    />
  );
}

/** For an answer with more than one change in effect. */
export function TakeBackAnswer({ parts }: Pick<AmberMessage, 'parts'>) {
  const taking = useContext(TakingContext);
  const standing = taking ? workspaceUndosOf(parts).filter((undo) => !taking.taken.has(undo)) : [];
  const last = standing.at(-1);
  if (!taking || last === undefined || standing.length < 2) return null;
  const words = say('taking-back.answer', { count: standing.length });
  return (
    <div>
      <TakeBackButton
        onClick={() => taking.takeBack(last, true)}
        disabled={taking.isBusy}
        words={words}
        label={words}
      />
    </div>
  );
}

interface ButtonProps {
  onClick(): void;
  disabled: boolean;
  words: string;
  label: string;
  className?: string;
}

function TakeBackButton({ words, label, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classes(
        'inline-flex min-h-6 shrink-0 items-center gap-1 rounded-control px-1.5 text-12 text-muted',
        'hover:bg-soft hover:text-ink disabled:opacity-60 max-md:min-h-11',
        className,
      )}
      {...rest}
    >
      <Icon of={Undo2} size={13} />
      {words}
    </button>
  );
}
