'use client';
/**
 * A ring for those who tabbed there, and for nobody else: text boxes always count as focused by keyboard, and whatever was
 * clicked counts as that with the first key that is pressed then.
 */
import { type KeyboardEvent, useState } from 'react';

/** @returns for the element: it has `data-ring` while it has the focus by Tab */
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
