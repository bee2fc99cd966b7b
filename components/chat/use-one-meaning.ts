'use client';
/**
 * For a button that means one thing and then another in the same place (Send, and Stop as soon as it has sent): a press
 * counts for what the button was when it began, and the second press of a double click for nothing. A key after a click,
 * or a click after a key, is no double click.
 */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

/** After a press the other meaning must wait this long, in milliseconds; each press in between begins it anew. */
const SETTLES_IN = 600;

/**
 * @param meaning what the button is now
 * @param onPress called for a press that counts; a press that does not is prevented
 */
export function useOneMeaning<Meaning>(meaning: Meaning, onPress: (event: MouseEvent) => void) {
  const begun = useRef<{ meaning: Meaning; by: 'pointer' | 'key' } | null>(null);
  const last = useRef<{ meaning: Meaning; by: 'pointer' | 'key'; at: number } | null>(null);
  const onPointerDown = () => {
    begun.current = { meaning, by: 'pointer' };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // A key that is held presses again and again.
    if (event.repeat) event.preventDefault();
    else begun.current = { meaning, by: 'key' };
  };
  const onClick = (event: MouseEvent) => {
    const { current: began } = begun;
    begun.current = null;
    const now = performance.now();
    const before = last.current;
    const by = began?.by ?? 'pointer';
    const isOther = began !== null && began.meaning !== meaning;
    const isAgain = before !== null && before.meaning !== meaning && before.by === by;
    const isSoon = isAgain && now - before.at < SETTLES_IN;
    if (isOther || isSoon) {
      if (before) before.at = now;
      event.preventDefault();
      return;
    }
    last.current = { meaning, by, at: now };
    onPress(event);
  };
  return { onPointerDown, onKeyDown, onClick };
}
