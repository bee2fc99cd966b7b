// @vitest-environment happy-dom
/** Decided cards stay when the server is asked again, even if one call had several. */
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sampleApproval } from '@/components/tool-call/testing/sample-approval';
import { sampleUnknownCall } from '@/components/tool-call/testing/sample-unknown-call';
import type { ApprovalInContext, InboxPage, UnknownCallInContext } from '@/lib/inbox/inbox-view';
import { DecidedTable } from './decided-table';
import type { InboxSearch } from './inbox-search';
import { useInbox } from './use-inbox';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ onNews }) }));
vi.mock('@/components/shell/workspace-link', () => ({ WorkspaceLink: () => null }));
let news: (() => void) | undefined;
const onNews = (tell: () => void) => {
  news = tell;
  return () => {};
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const context = { title: null, mode: 'default', asked: null, answered: null, outcome: 'success' } as const;
const card = (changes: Partial<ApprovalInContext>) => ({ ...sampleApproval(), context, ...changes });
const person = { id: 'u2', name: 'Imogen Finch' };
/** Two cards of one call: somebody changed the arguments of the first, and confirmed the second. */
const edited = [
  card({ id: 'a2', status: 'confirmed', decidedBy: person }),
  card({ id: 'a1', status: 'superseded', decidedBy: person }),
];
const pageOf = (approvals: ApprovalInContext[], next: string | null = null): InboxPage => ({
  approvals,
  next,
  unknownCalls: [] as UnknownCallInContext[],
  choices: { tools: [], titles: [], servers: [], people: [] },
});

it('keeps every card of one call, after news and across pages', async () => {
  const older = card({ id: 'a0', status: 'superseded' });
  const pages = [pageOf(edited, 'next'), pageOf([older])];
  const fetched = vi.fn(async (path: string) =>
    Response.json(String(path).includes('cursor=') ? pages[1] : pages[0]),
  );
  vi.stubGlobal('fetch', fetched);
  const search: InboxSearch = { tab: 'decided' };
  const { result } = renderHook(() => useInbox(pageOf(edited, 'next'), search));
  const ids = () => result.current.entries.map(({ approval }) => approval.id);
  await act(async () => news?.());
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await act(async () => {});
  expect(ids()).toEqual(['a2', 'a1']);
  await act(() => result.current.more());
  expect(ids()).toEqual(['a2', 'a1', 'a0']);
});

it('says of a card that another took the place of so, and that nobody decided only where somebody should have', () => {
  const approvals = [...edited, card({ id: 'b', status: 'expired' })];
  const withdrawn = card({ id: 'c', status: 'superseded', decisionReason: 'A newer message came.' });
  const replaced = card({ id: 'd', status: 'superseded' });
  render(<DecidedTable approvals={[...approvals, withdrawn, replaced]} viewer={{ id: 'u9' }} />);
  const cells = screen.getAllByRole('row').slice(1);
  const told = cells.map((row) => {
    const [outcome, , , by] = row.querySelectorAll('td');
    return [outcome?.textContent, by?.textContent];
  });
  expect(told).toEqual([
    ['Confirmed', 'Imogen Finch'],
    ['Changed', 'Imogen Finch'],
    ['Expired', 'Nobody'],
    ['Withdrawn', ''],
    ['Replaced', ''],
  ]);
});

it('keeps a call that nobody knows the end of in its place once somebody has said, and names who here', async () => {
  const chat = { chatId: 'chat-1', requestedBy: person, isPast: false, context };
  const unknownCalls = ['c1', 'c2', 'c3'].map((callId) => ({ ...sampleUnknownCall({ callId }), ...chat }));
  const page = { ...pageOf([]), unknownCalls: unknownCalls.slice(2) };
  const fetched = vi.fn(async (_path: string) => Response.json(page));
  vi.stubGlobal('fetch', fetched);
  const search: InboxSearch = { tab: 'waiting' };
  const { result } = renderHook(() => useInbox({ ...pageOf([]), unknownCalls }, search));
  await act(() => result.current.handlers.unknownCalls.resolve('c2', 'happened'));
  const told = () =>
    result.current.unknownCalls.map(({ unknownCall, settled }) => [unknownCall.callId, settled?.as]);
  await act(async () => news?.());
  await vi.waitFor(() =>
    expect(told()).toEqual([
      ['c1', null],
      ['c2', 'happened'],
      ['c3', undefined],
    ]),
  );
});
