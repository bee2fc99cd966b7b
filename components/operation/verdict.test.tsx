// @vitest-environment happy-dom
/** The sentence at the top reports what the figures show, and links to what they count. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { OperationView } from '@/lib/rules/operation-view';
import { Day, Tables } from './day';
import { Figures } from './figures';
import { Verdict } from './verdict';

const viewer = vi.hoisted(() => ({ role: 'admin' }));
vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ viewer }) }));
vi.mock('@/components/shell/workspace-link', () => ({
  WorkspaceLink: (props: { href: string; children: string }) => <a {...props} />,
}));

afterEach(() => {
  cleanup();
  speak({ locale: 'en', messages: messagesOf('en') });
});

const view = (changes: Partial<OperationView> = {}): OperationView => ({
  running: 0,
  waiting: 0,
  oldestWaiting: null,
  held: 0,
  unknown: 0,
  unsent: 0,
  oldestUnsent: null,
  notSent: 0,
  calls: { done: 3, failed: 0, unclear: 0, notRun: 0 },
  models: { asked: 4, inVain: 0, usual: null, read: 0, written: 0 },
  leaving: [],
  tables: [{ name: 'receipts', bytes: 4096 }],
  servers: [],
  ...changes,
});
const verdict = () => screen.getByTestId('verdict').textContent;

it('says that all is well, and what waits beside it', () => {
  render(<Verdict view={view()} halts={0} />);
  expect(verdict()).toBe('All is well.');
  cleanup();
  render(<Verdict view={view({ waiting: 2 })} halts={0} />);
  expect(verdict()).toBe('All is well.2 cards wait for a decision.');
  expect(screen.getByRole('link', { name: '2 cards wait' }).getAttribute('href')).toBe('/approvals');
});

it('says what needs a look, and leads there', () => {
  const calls = { done: 3, failed: 1, unclear: 0, notRun: 3 };
  const models = { asked: 4, inVain: 2, usual: null, read: 0, written: 0 };
  render(<Verdict view={view({ unknown: 1, notSent: 2, calls, models })} halts={1} />);
  expect(
    within(screen.getByTestId('verdict'))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    '1 thing is stopped, see below',
    '1 call has an unknown outcome',
    '1 call failed in the last 24 hours',
    '2 of 4 requests to models failed in the last 24 hours',
    '2 messages could not be sent in the last 24 hours',
  ]);
  expect(screen.queryByText('All is well.')).toBeNull();
  speak({ locale: 'de', messages: messagesOf('de') });
  cleanup();
  render(<Verdict view={view({ calls })} halts={0} />);
  expect(verdict()).toMatch(
    /^Das sollten Sie sich ansehen:1 Aufruf ist in den letzten 24 Stunden fehlgeschlagen$/,
  );
});

it('leads from what is counted to it, in addresses that the record understands', () => {
  const calls = { done: 3, failed: 1, unclear: 0, notRun: 3 };
  render(
    <>
      <Figures view={view({ waiting: 1 })} />
      <Day view={view({ calls })} />
    </>,
  );
  const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
  expect(way('Cards waiting: 1')).toBe('/approvals');
  // No list shows just those.
  expect(screen.queryByRole('link', { name: 'Not run: 3' })).toBeNull();
  const failed = Object.fromEntries(new URL(way('Failed: 1'), 'http://a').searchParams);
  expect(failed).toEqual({ kind: 'answered', status: 'error', from: expect.stringMatching(/Z$/) });
  // A figure of zero has no link.
  expect(screen.queryByRole('link', { name: /Unknown/ })).toBeNull();
  cleanup();
  viewer.role = 'auditor';
  render(
    <>
      <Verdict view={view({ waiting: 1, unknown: 1, calls })} halts={0} />
      <Figures view={view({ waiting: 1 })} />
    </>,
  );
  // An auditor has no inbox.
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^\/activity/);
  viewer.role = 'admin';
});

it('keeps the sizes of tables folded', () => {
  render(<Tables tables={view().tables} />);
  expect(screen.getByTestId('tables').hasAttribute('open')).toBe(false);
});
