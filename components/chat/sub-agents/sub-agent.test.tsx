// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { News } from '@/components/api/news';
import { SubAgentsShownBy } from '@/components/tool-call/sub-agent-slot';
import { sampleApproval } from '@/components/tool-call/testing/sample-approval';
import type { AmberMessage, ChatView } from '@/lib/runs/chat-view';
import { READ_ONLY } from '@/mcp/annotations';
import { Message } from '../message';
import { SubAgent } from './sub-agent';

const listeners = new Set<(news: News) => void>();
vi.mock('@/components/shell/workspace', () => {
  const onNews = (listen: (news: News) => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
  const workspace = { viewer: { id: 'u1' }, onNews };
  return { useWorkspace: () => workspace };
});

/** Sub-agents' chats as the server has them; empty: there is none yet. */
const places = new Map<string, ChatView>();
vi.stubGlobal('fetch', async (input: string) => {
  const view = places.get(/\/api\/chat\/([^/?]+)/.exec(input)?.[1] ?? '');
  if (input.includes('/stream')) return new Response(null, { status: 204 });
  return view
    ? Response.json(view)
    : Response.json({ error: { code: 'not_found', message: 'There is no such chat.' } }, { status: 404 });
});
const tellAll = (news: News) => act(() => listeners.forEach((listen) => void listen(news)));

afterEach(() => {
  cleanup();
  places.clear();
});

const ok = async () => ({ ok: true }) as const;
const part = (toolCallId: string, place: string): AmberMessage['parts'] => [
  {
    type: 'dynamic-tool',
    toolCallId,
    toolName: 'architect',
    title: 'Ask an architect',
    state: 'input-available',
    input: { prompt: 'Plan' },
    toolMetadata: {
      server: 'workspace',
      tool: 'architect',
      title: 'Ask an architect',
      trusted: true,
      risk: 'read-only',
      annotations: { ...READ_ONLY },
      subAgent: true,
    },
  },
  {
    type: 'data-call',
    id: toolCallId,
    data: { toolCallId, startedAt: new Date().toISOString(), subAgent: place },
  },
];

function place(id: string, parts: AmberMessage['parts'], status: ChatView['status'] = 'waiting'): ChatView {
  return {
    id,
    title: 'Plan',
    mode: 'plan',
    updatedAt: '2026-01-01T00:00:00Z',
    status,
    waits: false,
    pinned: false,
    archived: false,
    temporary: false,
    yoloUntil: null,
    model: null,
    rev: 1,
    outside: null,
    summary: null,
    mayWrite: false,
    rootId: 'root',
    queued: [],
    next: null,
    waitsIn: [],
    folder: null,
    messages: [
      { id: `q-${id}`, role: 'user', parts: [{ type: 'text', text: 'The task.' }] },
      { id: `a-${id}`, role: 'assistant', parts },
    ],
  };
}

const asking = (text: string): AmberMessage['parts'] => {
  const approval = sampleApproval({ toolCallId: 'deep' });
  return [
    { type: 'text', text, state: 'done' },
    {
      type: 'dynamic-tool',
      toolCallId: 'deep',
      toolName: approval.tool,
      title: approval.title,
      state: 'approval-requested',
      input: {},
      approval: { id: 'sdk' },
    },
    { type: 'data-approval', id: 'deep', data: approval },
  ];
};

const show = (parts: AmberMessage['parts']) =>
  render(
    <SubAgentsShownBy part={SubAgent}>
      <Message
        message={{ id: 'a', role: 'assistant', parts }}
        live={false}
        isPast={false}
        mode="default"
        viewer={{ id: 'u1' }}
        onDecide={ok}
        unknownCalls={{ resolve: ok, check: async () => ({ ok: false, message: '' }) }}
      />
    </SubAgentsShownBy>,
  );

it('stays folded while it works, and shows itself once something in it waits for a person', async () => {
  places.set('p1', place('p1', [{ type: 'text', text: 'I look around.', state: 'done' }]));
  show(part('c1', 'p1'));
  const work = await screen.findByTestId('sub-agent');
  expect(work.hidden).toBe(true);
  expect(work.textContent).not.toContain('The task.');
  places.set('p1', { ...place('p1', asking('May I?')), rev: 2 });
  tellAll({ chatId: 'p1', rev: 2, running: false } as News);
  await waitFor(() => expect(work.hidden).toBe(false));
  expect(work.textContent).toContain('May I?');
  expect(await screen.findByText('Waits for a decision')).toBeTruthy();
  act(() => screen.getByRole('button', { name: /^Ask an architect/ }).click());
  expect(work.hidden).toBe(false);
});

it('shows itself where something waits further down', async () => {
  places.set('p1', place('p1', part('c2', 'p2')));
  places.set('p2', place('p2', asking('Far below.')));
  show(part('c1', 'p1'));
  await waitFor(() => {
    const shown = screen.getAllByTestId('sub-agent');
    expect(shown.map(({ hidden }) => hidden)).toEqual([false, false]);
  });
  await waitFor(() => expect(screen.getAllByText('Waits for a decision')).toHaveLength(2));
});

it('waits for a place that begins a moment after its call', async () => {
  show(part('c1', 'p1'));
  act(() => screen.getByRole('button', { name: /^Ask an architect/ }).click());
  expect(screen.queryByTestId('sub-agent')).toBeNull();
  places.set('p1', place('p1', [{ type: 'text', text: 'Here I am.', state: 'done' }], 'idle'));
  tellAll({ chatId: 'p1', rev: 1, running: true } as News);
  expect((await screen.findByTestId('sub-agent')).textContent).toContain('Here I am.');
});
