'use client';
/**
 * For a button whose meaning changes in place (Send, and Stop as soon as it has sent): a press has the meaning that the
 * button had when the press began, and the second click of a double click has none. The browser decides what a double
 * click is, by its click count: two separate clicks are two presses.
 */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

/**
 * @param meaning the button's present meaning
 * @param onPress called for a press that counts; any other is prevented
 */
export function useOneMeaning<Meaning>(meaning: Meaning, onPress: (event: MouseEvent) => void) {
  const begun = useRef<{ meaning: Meaning } | null>(null);
  const last = useRef<{ meaning: Meaning } | null>(null);
  const onPointerDown = () => {
    begun.current = { meaning };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // A held key presses repeatedly.
    if (event.repeat) event.preventDefault();
    else begun.current = { meaning };
  };
  const onClick = (event: MouseEvent) => {
    const { current: began } = begun;
    begun.current = null;
    const isOther = began !== null && began.meaning !== meaning;
    const isSecond = event.detail > 1 && last.current !== null && last.current.meaning !== meaning;
    if (isOther || isSecond) {
      event.preventDefault();
      return;
    }
    last.current = { meaning };
    onPress(event);
  };
  return { onPointerDown, onKeyDown, onClick };
}
