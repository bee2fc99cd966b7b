'use client';
/**
 * Input made in a field before hydration: React keeps it in the field but does not know about it, so the page would
 * show one thing and save another, or offer no button for it.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

type AnyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyField<Field> {
  ref: RefObject<Field | null>;
  /**
   * People who return to a page find the current value. Browsers would restore the earlier contents, which nobody chose
   * now, perhaps in another person's field, and it would count as a choice. Absent if the form reads the field.
   */
  autoComplete?: 'off';
}

/**
 * @param take puts it into the field's state. Without it, the current value is restored, for fields that take effect at
 * once
 * @returns what the field is rendered with
 */
export function useEarly<Field extends AnyField>(
  shown: string | number | undefined,
  take?: (value: string) => void,
): EarlyField<Field> {
  const ref = useRef<Field>(null);
  const look = useEffectEvent((field: Field) => {
    if (shown === undefined || !isTouched(field, String(shown))) return;
    if (take) take(field.value);
    else field.value = String(shown);
  });
  useLayoutEffect(() => {
    if (ref.current) look(ref.current);
  }, []);
  return shown === undefined ? { ref } : { ref, autoComplete: 'off' };
}

function isTouched(field: AnyField, shown: string): boolean {
  if (field instanceof HTMLSelectElement)
    return field.value !== shown && [...field.options].some(({ value }) => value === shown);
  // Compared with normalised line ends: browsers change those of `value`, but not those of `defaultValue`.
  return oneLineEnd(field.value) !== oneLineEnd(field.defaultValue);
}

const oneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n');
