// @vitest-environment happy-dom
/**
 * The result of stopping something is scrolled into view, however it was triggered; what others stop moves nobody's
 * page.
 */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Outcome } from '@/components/api/use-act';
import type { HaltView } from '@/lib/rules/halt-view';
import { NowStopped } from './now-stopped';

const halt: HaltView = {
  id: 'hal_1',
  kind: 'writes',
  server: null,
  tool: null,
  userId: null,
  reason: 'The books are closed.',
  setBy: 'Ada',
  setAt: '2026-11-20T12:00:00Z',
  person: null,
};
const brought = vi.fn(function brought(this: HTMLElement) {
  return this.textContent;
});
const shown = (halts: HaltView[], outcome: Outcome | null) => (
  <NowStopped halts={halts} outcome={outcome} isBusy={false} onLift={() => {}} />
);
const said = (words: string, isRefusal = false): Outcome => ({ about: '', words, isRefusal });

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  brought.mockClear();
});

it('brings what is stopped now into view with the word that it is, and a refusal as well', () => {
  HTMLElement.prototype.scrollIntoView = brought;
  const { rerender } = render(shown([], null));
  rerender(shown([halt], null));
  expect(brought).not.toHaveBeenCalled();

  rerender(shown([halt], said('It is stopped.')));
  const last = () => brought.mock.results.at(-1)?.value;
  expect(last()).toMatch(/^It is stopped\..*The books are closed\..*Resume$/);
  expect(document.activeElement).toBe(screen.getByText('It is stopped.'));

  rerender(shown([halt], said('It was not stopped.', true)));
  expect(last()).toMatch(/^It was not stopped\..*Resume$/);
});
