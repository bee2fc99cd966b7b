'use client';
/**
 * What somebody chose or typed in a field before the page listened: React leaves it standing there and does not know of it, so the
 * page would show one thing and save another, or offer no button for it.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * @param take puts it into the state of the field. Without: what holds stands there again, for fields that count at once, since a
 *   browser also restores fields in which nobody has chosen anything
 * @returns the ref of the field
 */
export function useEarly<Field extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  shown: string | number | undefined,
  take?: (value: string) => void,
): RefObject<Field | null> {
  const ref = useRef<Field>(null);
  const look = useEffectEvent((field: Field) => {
    if (shown === undefined || !isTouched(field, String(shown))) return;
    if (take) take(field.value);
    else field.value = String(shown);
  });
  useLayoutEffect(() => {
    if (ref.current) look(ref.current);
  }, []);
  return ref;
}

function isTouched(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  shown: string,
): boolean {
  if (field instanceof HTMLSelectElement)
    return field.value !== shown && [...field.options].some(({ value }) => value === shown);
  // With what the browser made of the text: it changes line ends.
  return field.value !== field.defaultValue;
}
