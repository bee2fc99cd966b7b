'use client';
/**
 * Watches the typed text for `@` and `/`, and passes keys to the list while one is open. The list itself is loaded on
 * first use.
 */
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { type Trigger, triggerIn } from './trigger';

export interface Offering {
  /** What is being looked for; null: nothing, or it was closed. */
  trigger: Trigger | null;
  /** Somebody has looked for something: from then on the list is loaded. */
  isUsed: boolean;
  /**
   * Handles a key before the text field does.
   * @returns whether it did
   */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  /** Id of the option that Enter chooses, set by the list. */
  active: string | undefined;
  onActive(id: string | undefined): void;
  /** For the text field: the position of the caret. */
  onSelect(event: Pick<SyntheticEvent<HTMLTextAreaElement>, 'currentTarget'>): void;
  onBlur(): void;
  onKey(event: KeyboardEvent): boolean;
  /** Ignores this sign from now on. */
  close(): void;
}

/** For the text field; shared by both lists, at most one of which is open. */
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
    isUsed,
    keys,
    active,
    onActive: setActive,
    onSelect: ({ currentTarget: { value, selectionStart, selectionEnd } }) =>
      look(triggerIn(value, selectionStart === selectionEnd ? selectionStart : null)),
    onBlur: () => look(null),
    onKey: (event) => keys.current?.(event) ?? false,
    close: () => setClosedAt(trigger?.from ?? null),
  };
}
