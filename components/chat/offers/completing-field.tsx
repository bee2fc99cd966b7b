'use client';
/** A field for which the server suggests values while one types: a combobox whose suggestions are optional. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';
import { MOST_VALUE, type OfferedField } from '@/lib/offerings/offering-view';

/** In milliseconds after the last key. */
const PAUSE_MS = 250;
const MOST_SHOWN = 8;
/** How far a key moves among the suggestions. */
const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

export interface CompletingFieldProps {
  field: OfferedField;
  value: string;
  onChange(value: string): void;
  /** The server's suggestions for the present value. */
  propose(value: string, signal: AbortSignal): Promise<string[]>;
  isFirst: boolean;
}

export function CompletingField({ field, value, onChange, propose, isFirst }: CompletingFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  const proposed = useProposed(isOpen, value, propose);
  const shows = isOpen && proposed.length > 0;
  const become = (words: string, opens: boolean) => {
    onChange(words);
    setIsOpen(opens);
    setPlace(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !shows) return;
    const chosen = proposed[place];
    const step = STEPS.get(event.key);
    if (event.key === 'Enter' && chosen !== undefined) become(chosen, false);
    else if (event.key === 'Escape') setIsOpen(false);
    else if (step !== undefined) setPlace(movedBy(step, place, proposed.length));
    else return;
    // So that neither the form is sent nor its dialog closed.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative mt-4">
      <Label id={id} field={field} />
      <input
        id={id}
        value={value}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={shows}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shows && place >= 0 ? `${id}-${place}` : undefined}
        aria-describedby={field.description ? `${id}-help` : undefined}
        required={field.required}
        maxLength={MOST_VALUE}
        autoComplete="off"
        spellCheck={false}
        data-focus={isFirst || undefined}
        onChange={(event) => become(event.target.value, true)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        className="mt-1 block h-10 w-full min-w-0 rounded-control border border-edge bg-page px-3 text-14 text-ink max-md:h-11 max-md:text-16"
      />
      <Proposed
        id={id}
        label={field.title ?? field.name}
        shows={shows}
        proposed={proposed}
        place={place}
        onTake={(words) => become(words, false)}
      />
      <Help id={id} field={field} />
    </div>
  );
}

/** Before the first one, none is chosen (-1); after the last one nothing follows. */
function movedBy(step: number, place: number, count: number): number {
  return Math.max(-1, Math.min(place + step, count - 1));
}

function Label({ id, field: { title, name, required } }: { id: string; field: OfferedField }) {
  return (
    <label htmlFor={id} className="block break-words font-medium text-13">
      <ShownText text={title ?? name} />
      {!required && <span className="font-normal text-muted"> {say('offers.optional')}</span>}
    </label>
  );
}

function Help({ id, field: { description } }: { id: string; field: OfferedField }) {
  if (!description) return null;
  return (
    <p id={`${id}-help`} className="mt-1 break-words text-12 text-muted">
      <ShownText text={description} />
    </p>
  );
}

interface ProposedProps {
  /** Of the field. */
  id: string;
  label: string;
  shows: boolean;
  proposed: readonly string[];
  place: number;
  onTake(words: string): void;
}

function Proposed({ id, label, shows, proposed, place, onTake }: ProposedProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={say('offers.proposals', { field: visibleString(label) })}
      hidden={!shows}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-44 overflow-y-auto rounded-table border bg-raised p-1 shadow-float"
    >
      {proposed.map((words, nth) => (
        // The field has the focus and the keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={words}
          id={`${id}-${nth}`}
          role="option"
          aria-selected={nth === place}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(words)}
          className={classes(
            'cursor-pointer truncate rounded-control px-2 py-1.5 text-14 max-md:py-3',
            nth === place ? 'bg-active outline-1 outline-edge -outline-offset-1' : 'hover:bg-hover',
          )}
        >
          <ShownText text={words} />
        </div>
      ))}
    </div>
  );
}

/** Without suggestions after a failure: the value can still be typed. */
function useProposed(isOpen: boolean, value: string, propose: CompletingFieldProps['propose']): string[] {
  const [proposed, setProposed] = useState<{ value: string; all: string[] } | null>(null);
  const ask = useRef(propose);
  useEffect(() => {
    ask.current = propose;
  }, [propose]);
  useEffect(() => {
    if (!isOpen) return;
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      const all = await ask.current(value, gone.signal).catch(() => []);
      if (!gone.signal.aborted) setProposed({ value, all: [...new Set(all)].slice(0, MOST_SHOWN) });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [isOpen, value]);
  return proposed?.value === value ? proposed.all.filter((one) => one !== value) : [];
}
