'use client';
/** The keyboard's way from a version that is left to the one that takes its place. */
import { type RefObject, useEffect, useRef } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';

/**
 * Where the keyboard goes on once another version stands there: the id of its message, or `NEW_ANSWER`. The buttons that
 * were pressed go with the version that is left.
 */
export type Handover = RefObject<string | null>;

export const NEW_ANSWER = 'new answer';

/**
 * @param isReady its buttons can be pressed
 * @returns to be put on what holds the buttons: the last one that can be pressed takes the focus over, once
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
