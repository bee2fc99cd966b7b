'use client';
/**
 * A focus ring only for people who tabbed there: browsers treat text boxes as always keyboard-focused, and a clicked
 * element as keyboard-focused from the first key press on.
 */
import { type KeyboardEvent, useState } from 'react';

/** @returns props for the element: it has `data-ring` while it is focused by Tab */
export function useKeyboardRing() {
  const [byKeyboard, setByKeyboard] = useState(false);
  return {
    'data-ring': byKeyboard || undefined,
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === 'Tab') setByKeyboard(event.target === event.currentTarget);
    },
    onBlur: () => setByKeyboard(false),
  };
}
