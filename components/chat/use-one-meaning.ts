'use client';
/**
 * For a button that means one thing and then another in the same place (Send, and Stop as soon as it has sent): a press
 * counts for what the button was when it began, and the second click of a double click for nothing. What a double click
 * is the browser says, by the clicks that it counted: two clicks one after the other are two presses.
 */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

/**
 * @param meaning what the button is now
 * @param onPress called for a press that counts; a press that does not is prevented
 */
export function useOneMeaning<Meaning>(meaning: Meaning, onPress: (event: MouseEvent) => void) {
  const begun = useRef<{ meaning: Meaning } | null>(null);
  const last = useRef<{ meaning: Meaning } | null>(null);
  const onPointerDown = () => {
    begun.current = { meaning };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // A key that is held presses again and again.
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
