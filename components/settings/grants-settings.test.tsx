// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrantView } from '@/lib/grants/grant-view';
import { GrantsSettings } from './grants-settings';

const viewer = vi.hoisted(() => ({ id: 'u1', name: 'Noor', role: 'member', team: 'Demo' }));
vi.mock('@/components/shell/workspace', () => ({
  useWorkspace: () => ({ viewer, chats: [], side: {}, onNews: () => () => {} }),
}));
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/workspace-link', () => ({
  WorkspaceLink: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}));

const NOW = new Date('2026-11-20T12:00:00Z');

function grant(changes: Partial<GrantView> = {}): GrantView {
  return {
    id: 'g1',
    server: 'amber',
    tool: 'order_cancel',
    title: 'Cancel order',
    sentence: 'Cancel order runs without asking in every chat, 10 times, when orderId is "SO-1".',
    bounds: [{ argument: 'orderId', is: 'equal', value: 'SO-1' }],
    user: { id: 'u1', name: 'Noor' },
    grantedBy: { id: 'u2', name: 'Imogen Finch' },
    createdAt: '2026-11-19T12:00:00Z',
    expiresAt: '2026-11-22T12:00:00Z',
    used: 1,
    remaining: 9,
    chatId: null,
    revokedAt: null,
    isVoid: false,
    isAsleep: false,
    ...changes,
  };
}

const show = (grants: GrantView[]) =>
  render(<GrantsSettings grants={grants} renderedAt={NOW.toISOString()} />);
const rows = () => screen.getAllByTestId('grant');
const takeBack = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Take back/ });

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page of grants', () => {
  it('says what runs, whose it is, who gave it and how often it was used', () => {
    show([grant(), grant({ id: 'g2', user: { id: 'u9', name: 'Ada\u202e' }, used: 0, remaining: null })]);
    const [mine, other] = rows().map((row) => row.textContent);
    expect(mine).toContain(
      'Cancel order runs without asking in every chat, 10 times, when orderId is "SO-1".',
    );
    expect(mine).toContain('Your calls, allowed by Imogen Finch');
    expect(mine).toContain('Used once, 9 times left.');
    expect(other).toContain('Calls of AdaU+202E, allowed by Imogen Finch');
    expect(other).toContain('Not used yet.');
  });

  it('folds what is over below, and says how it ended', () => {
    const ended = [
      { revokedAt: '2026-11-20T11:00:00Z' },
      { remaining: 0 },
      { expiresAt: '2026-11-20T11:59:00Z' },
    ];
    show(ended.map((change, place) => grant({ id: `g${place}`, ...change })));
    expect(takeBack()).toBeNull();
    expect(screen.getByText('Nothing is pre-approved now.')).toBeTruthy();
    const over = screen.getByTestId<HTMLDetailsElement>('grants-over');
    expect(over.open).toBe(false);
    expect(
      within(over)
        .getAllByTestId('grant')
        .map((row) => row.dataset.state),
    ).toEqual([...['revoked', 'used up', 'expired']]);
  });

  it('says of one whose tool is not listed that it is asleep, and lets it be removed', () => {
    show([grant({ isAsleep: true })]);
    const [row] = rows();
    expect(row?.dataset.state).toBe('asleep');
    expect(row?.textContent).toContain('Asleep: its server does not list the tool now.');
    expect(screen.getByRole('button', { name: 'Remove: Cancel order' })).toBeTruthy();
  });

  it.each([
    [
      true,
      'void',
      'Over: the tool, the team’s rules for it, or the rights of the person who gave it had changed',
    ],
    [false, 'revoked', 'Taken back'],
  ])('says of one that is over whether that was a person (void: %s)', (isVoid, state, words) => {
    show([grant({ isVoid, isAsleep: true, revokedAt: NOW.toISOString() })]);
    expect(rows()[0]?.dataset.state).toBe(state);
    expect(rows()[0]?.textContent).toContain(words);
    expect(rows()[0]?.querySelector('button')).toBeNull();
  });

  it('is empty without any, with a way on', () => {
    show([]);
    expect(screen.getByRole('link', { name: 'Back to the chat' }).getAttribute('href')).toBe('/');
    expect(screen.queryByTestId('grants-over')).toBeNull();
  });

  it('takes one back at once, and says so where the keyboard is', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      asked.push(`${init.method} ${path}`);
      if (init.method === 'DELETE') return new Response(null, { status: 204 });
      return Response.json({ grants: [grant({ id: 'g/1', revokedAt: NOW.toISOString(), used: 4 })] });
    });
    show([grant({ id: 'g/1' })]);
    takeBack()?.focus();
    fireEvent.click(takeBack() as HTMLElement);
    await waitFor(() =>
      expect(
        rows()
          .map((row) => row.textContent)
          .join(),
      ).toContain('Used 4 times'),
    );
    expect(asked).toEqual(['DELETE /api/grants/g%2F1', 'GET /api/grants']);
    expect(takeBack()).toBeNull();
    expect(document.activeElement?.textContent).toBe('Taken back. The next call like that asks again.');
  });

  it('says when it could not, and leaves it', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    show([grant()]);
    fireEvent.click(takeBack() as HTMLElement);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not taken back.'));
    expect(takeBack()?.disabled).toBe(false);
  });
});
