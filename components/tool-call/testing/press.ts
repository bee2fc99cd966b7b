/** Presses like real ones, for tests of buttons that accept no others. */
import { fireEvent } from '@testing-library/react';

const POINTER = { pointerId: 1, isPrimary: true, button: 0 };

/** A press with a mouse. */
export function press(target: HTMLElement, detail = 1, at = { clientX: 0, clientY: 0 }): void {
  fireEvent.pointerDown(target, { ...POINTER, ...at });
  fireEvent.pointerUp(target, POINTER);
  fireEvent.click(target, { detail });
}
