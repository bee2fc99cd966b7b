'use client';
/** Moves the keyboard focus from a version that is left to the one that replaces it. */
import { type RefObject, useEffect, useRef } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';

/**
 * Where the focus goes once another version is shown: the id of its message, or `NEW_ANSWER`. The buttons that were
 * pressed disappear with the version that is left.
 */
export type Handover = RefObject<string | null>;

export const NEW_ANSWER = 'new answer';

/**
 * @param isReady its buttons can be pressed
 * @returns a ref for the element with the buttons: the last enabled one receives the focus, once
 */
export function useHandedOver<Element extends HTMLElement>(
  handover: Handover,
  names: readonly string[],
  isReady: boolean,
) {
  const place = useRef<Element>(null);
  useEffect(() => {
    if (!isReady || handover.current === null || !names.includes(handover.current)) return;
    handover.current = null;
    takeFocusOver([...(place.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].at(-1) ?? null);
  });
  return place;
}
