// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStopKey } from './use-stop-key';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const onStop = vi.fn();

function Page({ isRunning, dialog = false }: { isRunning: boolean; dialog?: boolean }) {
  useStopKey(isRunning, onStop);
  return (
    <>
      <textarea data-composer aria-label="Message" />
      <textarea aria-label="Edit message" />
      <input aria-label="Find" />
      {dialog && <dialog open>Palette</dialog>}
    </>
  );
}

/** @returns whether it has stopped the answer */
function esc(target: Element, more: KeyboardEventInit = {}): boolean {
  onStop.mockClear();
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return onStop.mock.calls.length > 0;
}

// Test browsers without windows do not support the selector for open popovers.
const real = Document.prototype.querySelector;
const withoutPopovers = () =>
  vi.spyOn(Document.prototype, 'querySelector').mockImplementation(function (this: Document, query: string) {
    return real.call(this, query.replace(', [popover]:popover-open', ''));
  });

it('stops the answer from the message field and from nowhere', () => {
  withoutPopovers();
  render(<Page isRunning />);
  expect(esc(screen.getByLabelText('Message'))).toBe(true);
  expect(esc(document.body)).toBe(true);
});

it('is left to other fields, to an open dialog, to other keys beside it, and to what has taken it', () => {
  withoutPopovers();
  const { rerender } = render(<Page isRunning />);
  expect(esc(screen.getByLabelText('Edit message'))).toBe(false);
  expect(esc(screen.getByLabelText('Find'))).toBe(false);
  expect(esc(document.body, { shiftKey: true })).toBe(false);
  expect(esc(document.body, { repeat: true })).toBe(false);
  screen
    .getByLabelText('Message')
    .addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  expect(esc(screen.getByLabelText('Message'))).toBe(false);
  rerender(<Page isRunning dialog />);
  expect(esc(document.body)).toBe(false);
  rerender(<Page isRunning={false} />);
  expect(esc(document.body)).toBe(false);
});
