'use client';
/**
 * What somebody chose or typed in a field before the page listened: React leaves it standing there and does not know of it, so the
 * page would show one thing and save another, or offer no button for it.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

type AnyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyField<Field> {
  ref: RefObject<Field | null>;
  /**
   * Who comes back to a page finds what holds by then. Browsers would put back what stood there before, chosen by nobody, perhaps in
   * the field of somebody else, and it would count as chosen. Absent where the form reads the field.
   */
  autoComplete?: 'off';
}

/**
 * @param take puts it into the state of the field. Without: what holds stands there again, for fields that count at once
 * @returns what the field is drawn with
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
  // With what the browser made of the text: it changes line ends, and of the text that it began with only those that are shown.
  return oneLineEnd(field.value) !== oneLineEnd(field.defaultValue);
}

const oneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n');
