'use client';
/** Watches what is typed for `@` and `/`, and hands keys to the list while one is open. The list itself is loaded with the first. */
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { type Trigger, triggerIn } from './trigger';

export interface Offering {
  /** What is looked for; null: nothing, or it was closed. */
  trigger: Trigger | null;
  /** Somebody has looked for something: from then on what shows it is there. */
  isUsed: boolean;
  /** Takes a key before the text does. @returns whether it did */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  /** Id of the option that Enter takes, said by the list. */
  active: string | undefined;
  onActive(id: string | undefined): void;
  /** For the text box: where the caret is. */
  onSelect(event: Pick<SyntheticEvent<HTMLTextAreaElement>, 'currentTarget'>): void;
  onBlur(): void;
  onKey(event: KeyboardEvent): boolean;
  /** Not for this sign any more. */
  close(): void;
}

/** Of the text box; one for both lists, of which one at most is there. */
export const OFFERS_LIST = 'composer-offers';

export function useOffers(): Offering {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState<string>();
  const keys: Offering['keys'] = useRef(null);
  const [isUsed, setIsUsed] = useState(false);
  const look = (next: Trigger | null) => {
    setTrigger(next);
    if (next) setIsUsed(true);
    if (next?.from !== closedAt) setClosedAt(null);
    if (!next) setActive(undefined);
  };
  return {
    trigger: trigger && trigger.from === closedAt ? null : trigger,
    ...{ isUsed, keys, active, onActive: setActive },
    onSelect: ({ currentTarget: { value, selectionStart, selectionEnd } }) =>
      look(triggerIn(value, selectionStart === selectionEnd ? selectionStart : null)),
    onBlur: () => look(null),
    onKey: (event) => keys.current?.(event) ?? false,
    close: () => setClosedAt(trigger?.from ?? null),
  };
}
