// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LeftOutView, OfferView, SelectionView } from '@/lib/agent/selection-view';
import { ToolSelection } from './tool-selection';

vi.mock('@/components/shell/workspace', () => ({
  useWorkspace: () => ({ viewer: {}, chats: [], side: {}, onNews: () => () => {} }),
}));
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));

const NOTHING = {
  title: 0,
  description: 0,
  server: 0,
  parameters: 0,
  memory: 0,
  meaning: 0,
  prior: 0,
  named: 0,
};

function offer(changes: Partial<OfferView> = {}): OfferView {
  return {
    server: 'amber',
    name: 'orders_list',
    title: 'List orders',
    risk: 'read-only',
    trusted: true,
    reason: 'matches',
    score: 4.2,
    parts: { ...NOTHING, name: 4, meaning: 0.5, prior: -0.3 },
    ...changes,
  };
}

function leftOut(
  name: string,
  rule = 'viewer',
  reason = 'For a viewer only calls that read run.',
): LeftOutView {
  return { server: 'amber', name, title: name, risk: 'destructive', trusted: true, rule, reason };
}

function answering(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path} ${init.body ?? ''}`.trim());
    const answer = answers[`${init.method} ${path.split('?')[0]}`];
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  return asked;
}

async function show(selection: SelectionView, message = 'Which orders?') {
  const asked = answering({ 'GET /api/tools': { selection } });
  render(<ToolSelection remembered={{ mine: 0 }} embeds={false} />);
  fireEvent.change(screen.getByLabelText('Sample message'), { target: { value: message } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByTestId('tool-choice');
  return asked;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what a message gets', () => {
  it('lists the tools in their order, with why and what the score is made of', async () => {
    const offered = [
      offer({
        name: 'search_tools',
        title: 'Search tools',
        reason: 'always',
        score: undefined,
        parts: undefined,
      }),
      offer(),
      offer({
        name: 'x\u202e',
        title: 'Nice',
        trusted: false,
        reason: 'supplies',
        suppliesTo: 'order_cancel',
      }),
    ];
    const asked = await show({ permitted: 1500, isChosen: true, offered, leftOut: [] }, 'A & B');
    expect(asked).toEqual(['GET /api/tools?message=A%20%26%20B']);
    const rows = screen.getAllByTestId('offer').map((row) => row.textContent);
    expect(rows[0]).toBe('Search tools amberAlways offered');
    expect(rows[1]).toBe(
      'List orders amberMatches the message: 4.20 = name 4.00, meaning 0.50, risk \u22120.30',
    );
    expect(rows[2]).toContain('xU+202E');
    expect(rows[2]).toContain('Supplies what order_cancel needs');
    expect(screen.getByRole('heading', { name: '3 tools of 1,500 that may be offered' })).toBeTruthy();
  });

  it('says where a sample message goes', () => {
    render(<ToolSelection remembered={{ mine: 0 }} embeds={false} />);
    expect(screen.getByText(/Try a message; nothing is sent to the model\./)).toBeTruthy();
    cleanup();
    render(<ToolSelection remembered={{ mine: 0 }} embeds />);
    expect(
      screen.getByText(/Try a message; it is sent to the embedding model and to no other\./),
    ).toBeTruthy();
  });

  it('says that all are offered where they are few', async () => {
    await show({ permitted: 1, isChosen: false, offered: [offer({ reason: 'few' })], leftOut: [] });
    expect(screen.getByRole('heading', { name: '1 tool: few enough to offer all' })).toBeTruthy();
  });

  it('folds what is left out by its rule, the most first, and lists no more than can be read', async () => {
    const asked = 'Destructive, and nobody asked.';
    const many = Array.from({ length: 70 }, (_, at) => leftOut(`t${at}`, 'excludeDestructive', asked));
    await show({ permitted: 9, isChosen: true, offered: [], leftOut: [leftOut('order_cancel'), ...many] });
    const groups = screen.getAllByTestId('left-out');
    expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual([
      `70 left out. ${asked}`,
      '1 left out. For a viewer only calls that read run.',
    ]);
    const [first] = groups;
    if (!first) throw new Error('No group.');
    expect(within(first).getAllByRole('listitem', { hidden: true })).toHaveLength(60);
    expect(first.textContent).toContain('and 10 more');
  });

  it('asks nothing for an empty message, and says when it could not ask', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    render(<ToolSelection remembered={{ mine: 0 }} embeds={false} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Show' });
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Sample message'), { target: { value: 'x' } });
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not shown.'));
  });
});

describe('what is remembered', () => {
  it('is counted for the person, and for an admin of the team', () => {
    render(<ToolSelection remembered={{ mine: 1 }} embeds={false} />);
    expect(screen.getByText(/Now 1 is yours\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /team/ })).toBeNull();
    cleanup();
    render(<ToolSelection remembered={{ mine: 2, team: 30 }} embeds={false} />);
    expect(screen.getByText(/Now 30 of your team, 2 are yours\./)).toBeTruthy();
  });

  it('is forgotten at once, and says so where the keyboard is', async () => {
    const asked = answering({ 'GET /api/tools/memory': { mine: 0, team: 28 } });
    render(<ToolSelection remembered={{ mine: 2, team: 30 }} embeds={false} />);
    fireEvent.click(screen.getByRole('button', { name: 'Forget mine' }));
    await screen.findByText(/Now 28 of your team, 0 are yours\./);
    expect(asked).toEqual(['DELETE /api/tools/memory {"whose":"mine"}', 'GET /api/tools/memory']);
    expect(screen.queryByRole('button', { name: 'Forget mine' })).toBeNull();
    expect(document.activeElement?.textContent).toContain('Forgotten.');
  });
});
