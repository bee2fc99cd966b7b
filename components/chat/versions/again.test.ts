/** Requests for another version: only what the server has accepted is shown, and nothing waits unseen. */

import { expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import type { LiveChat } from '../live/live-chat';
import { Again } from './again';

const said = (id: string, role: AmberMessage['role'] = 'user'): AmberMessage => ({ id, role, parts: [] });

/** A page of two exchanges; `status` is the server's response. */
function page(
  status: number,
  messages = [said('a'), said('b', 'assistant'), said('c'), said('d', 'assistant')],
) {
  const requests: unknown[] = [];
  const chat = { messages } as LiveChat;
  const call = async (input: unknown, init?: RequestInit) => {
    requests.push([init?.method, String(input), JSON.parse(String(init?.body))]);
    // The shown branch is loaded once the server has it.
    if (status < 300 && init?.method === 'PATCH') chat.messages = [said('x')];
    return status === 204 ? new Response(null, { status }) : Response.json({ id: 'n' }, { status });
  };
  const sender = { chatId: () => 'chat-1', outgoing: () => undefined };
  const earlier = { reach: async (id: string) => chat.messages.some((one) => one.id === id) };
  const begun: string[] = [];
  const again = new Again(
    { chat, sender, earlier, call },
    {
      attempt: (_words, act) => act().catch(() => null),
      begun: () => begun.push('begun'),
      ordering: () => begun.push('ordering'),
    },
  );
  const ids = () => chat.messages.map(({ id }) => id);
  return { again, chat, requests, ids, begun };
}

it('an edited message takes the place of what stood there, with what followed', async () => {
  const { again, ids, requests, begun } = page(202);
  expect(await again.edit('c', 'other')).toBe(true);
  const [id] = ids().slice(-1);
  expect(ids()).toEqual(['a', 'b', id]);
  expect(requests).toEqual([
    ['POST', '/api/chat/chat-1/branches', { of: 'c', message: { id, text: 'other' } }],
  ]);
  expect(begun).toEqual(['begun']);
});

it('an answer that is given anew goes from the page, once the server has taken that', async () => {
  const taken = page(202);
  expect(await taken.again.regenerate('b')).toBe(true);
  expect(taken.ids()).toEqual(['a']);
  const refused = page(409);
  expect(await refused.again.regenerate('b')).toBe(false);
  expect(refused.ids()).toEqual(['a', 'b', 'c', 'd']);
  expect(refused.begun).toEqual([]);
});

it('a message of another version is reached there, but not where something waits', async () => {
  const there = page(204);
  expect(await there.again.reach('a')).toBe(true);
  expect(there.requests).toEqual([]);
  expect(await there.again.reach('x')).toBe(true);
  expect(there.requests).toEqual([['PATCH', '/api/chat/chat-1/branches', { show: 'x' }]]);
  const part = { type: 'dynamic-tool', state: 'approval-requested', toolName: 't', toolCallId: 'c' };
  const waiting = { ...said('w', 'assistant'), parts: [{ ...part, input: {}, approval: { id: 'i' } }] };
  const waits = page(204, [said('a'), waiting as AmberMessage]);
  expect(await waits.again.reach('x')).toBe(false);
  expect(waits.requests).toEqual([]);
});
