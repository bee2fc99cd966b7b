'use client';
/** Taking back what calls did: a button on their rows, and of the workspace one for all of an answer. */
import { Undo2 } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { takenBack, undosOf } from './taken-back';

/** Orders it: its card, or why not, stands at the end of the chat then. */
export type TakeBack = (callId: string, all: boolean) => Promise<unknown>;

interface Taking {
  takeBack: TakeBack;
  /** An answer is being written: nothing can be ordered. */
  isBusy: boolean;
  taken: ReadonlySet<string>;
  /** What cannot be taken back any more. */
  last: ReadonlySet<string>;
}

const TakingContext = createContext<Taking | null>(null);

interface ProviderProps extends Pick<Taking, 'isBusy'> {
  /** Absent: the reader may only read. */
  takeBack: TakeBack | undefined;
  messages: readonly AmberMessage[];
  children: ReactNode;
}

export function TakingBackProvider({ takeBack, isBusy, messages, children }: ProviderProps) {
  // It changes seldom, and messages with every word.
  const found = takenBack(messages);
  const [taken, last] = [[...found.taken].join('\n'), [...found.last].join('\n')];
  const taking = useMemo(() => {
    if (!takeBack) return null;
    return { takeBack, isBusy, taken: new Set(taken.split('\n')), last: new Set(last.split('\n')) };
  }, [takeBack, isBusy, taken, last]);
  return <TakingContext value={taking}>{children}</TakingContext>;
}

/** @param name of the call, as its row has it */
export function TakeBackCall({ undo, name }: { undo: string; name: string }) {
  const taking = useContext(TakingContext);
  const wasPressed = useRef(false);
  if (!taking || taking.last.has(undo)) return null;
  if (taking.taken.has(undo)) {
    // The button that was pressed is gone: who works by keyboard goes on from here.
    const goOn = (here: HTMLSpanElement | null) => {
      if (here && wasPressed.current) takeFocusOver(here);
    };
    return (
      <span ref={goOn} tabIndex={-1} className="shrink-0 rounded-control px-1.5 text-12">
        {say('taking-back.taken')}
      </span>
    );
  }
  return (
    <TakeBackButton
      onClick={() => {
        wasPressed.current = true;
        void taking.takeBack(undo, false);
      }}
      disabled={taking.isBusy}
      label={say('taking-back.call-named', { call: visibleString(name) })}
      words={say('taking-back.call')}
      // Above the row, which is a button itself.
      className="relative z-10"
    />
  );
}

/** For an answer of which more than one change stands. */
export function TakeBackAnswer({ parts }: Pick<AmberMessage, 'parts'>) {
  const taking = useContext(TakingContext);
  const standing = taking ? undosOf(parts).filter((undo) => !taking.taken.has(undo)) : [];
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
