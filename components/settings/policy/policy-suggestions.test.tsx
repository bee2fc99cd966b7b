// @vitest-environment happy-dom
/** The suggestions from the record, and the note if it was not read to its end. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
import type { Suggested } from '@/lib/replay/replay-view';
import { PolicySuggestions } from './policy-suggestions';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  [true, /read back to .*2020\. Nothing is suggested/],
  [false, /^The record suggests nothing\.$/],
])('nothing is suggested and that is said, with why (cut: %s)', async (isCut, words) => {
  const found: Suggested = { suggestions: [], since: '2020-03-05T12:00:00.000Z', isCut };
  vi.stubGlobal('fetch', async () => Response.json(found));
  render(<PolicySuggestions />);
  fireEvent.click(screen.getByRole('button', { name: 'Look for suggestions' }));
  await screen.findByText(words);
});
