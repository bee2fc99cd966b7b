// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { SnapshotMessage, SnapshotPart } from '@/lib/chats/snapshot-view';
import { ShownSnapshot } from './shown-snapshot';

afterEach(() => {
  cleanup();
  speak({ locale: 'en', messages: messagesOf('en') });
});

const call: SnapshotPart = {
  type: 'call',
  title: 'Delete customer',
  server: 'amber',
  tool: 'customer_delete',
  input: {},
  state: 'output-available',
  decision: { status: 'confirmed', by: ['Noor Haddad'], at: '2026-11-27T22:31:00.000Z' },
  takenBack: { at: '2026-11-27T22:40:00.000Z' },
};
const cancelled: SnapshotPart = {
  ...call,
  state: 'output-denied',
  decision: { status: 'cancelled', by: ['Olga'], at: '2026-11-27T22:31:00.000Z', reason: 'The wrong one' },
  takenBack: undefined,
} as SnapshotPart;
const shown = (part: SnapshotPart) => {
  const messages: SnapshotMessage[] = [{ role: 'assistant', parts: [part] }];
  return [...render(<ShownSnapshot messages={messages} />).container.querySelectorAll('li')];
};
const words = (part: SnapshotPart) => shown(part).map((line) => line.firstChild?.textContent?.trim());

it('tells each decision and what was taken back, outside of what is folded', () => {
  expect(words(call)).toEqual(['Confirmed by Noor Haddad', 'Taken back afterwards']);
  expect(shown(call).some((line) => line.closest('details'))).toBe(false);
  expect(words(cancelled)).toEqual(['Cancelled by Olga', 'Reason: The wrong one']);
  speak({ locale: 'de', messages: messagesOf('de') });
  expect(words(call)).toEqual(['Bestätigt von Noor Haddad', 'Danach zurückgenommen']);
  expect(words(cancelled)).toEqual(['Abgelehnt von Olga', 'Grund: The wrong one']);
});
