/**
 * A message sent while the first answer of a chat is in progress is shown on the page from then on, in whichever order
 * the events arrive.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChatSession } from './chat-session';
import { textOf } from './messages';
import { ChatServer } from './testing/chat-server';

let server: ChatServer;
let session: ChatSession;
/** Requests that are held until the test releases them, by the beginning of their line. */
let held: { line: string; letGo: () => void }[];
let holds: string | null;
/** Moments at which the second message was not shown. */
let missed: number;
let moments: number;

const shown = () => session.chat.messages.map((message) => `${message.role}: ${textOf(message)}`);
const queued = () => session.snapshot().queued.map(({ text }) => text);
const look = () => {
  moments += 1;
  if (!shown().includes('user: Second') && !queued().includes('Second')) missed += 1;
};
const news = () => session.news({ chatId: 'chat-1', rev: server.chat?.rev ?? 0, running: true });
const letGo = () => {
  for (const one of held.splice(0)) one.letGo();
};

beforeEach(() => {
  server = new ChatServer();
  [held, holds, missed, moments] = [[], null, 0, 0];
  session = new ChatSession(null, async (input, init) => {
    const line = `${init?.method ?? 'GET'} ${input}`;
    const answer = await server.fetch(input, init);
    if (holds !== null && line.startsWith(holds))
      await new Promise<void>((resolve) => held.push({ line, letGo: resolve }));
    return answer;
  });
  session.open();
});
afterEach(() => session.close());

function second(): Promise<boolean> {
  const sending = session.send('Second');
  session.subscribe(look);
  session.chat.subscribe(look);
  look();
  return sending;
}

async function untilItIsAnswered(): Promise<void> {
  await vi.waitFor(() => expect(server.chat?.queued.map(({ text }) => text)).toEqual(['Second']));
  news();
  server.say('One');
  server.finish();
  server.beginQueued();
  news();
  server.say('Two');
  const all = ['user: First', 'assistant: One', 'user: Second', 'assistant: Two'];
  await vi.waitFor(() => expect(shown()).toEqual(all));
  expect(queued()).toEqual([]);
  expect(missed).toBe(0);
  expect(moments).toBeGreaterThan(3);
  expect(session.snapshot().asked).toBe(session.chat.messages[2]?.id);
}

it('sent before there is a chat', async () => {
  holds = 'POST /api/chats';
  const first = session.send('First');
  const sending = second();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  holds = null;
  letGo();
  expect(await Promise.all([first, sending])).toEqual([true, true]);
  await untilItIsAnswered();
});

it('sent before the first is taken', async () => {
  holds = 'POST /api/chat';
  const first = session.send('First');
  await vi.waitFor(() => expect(held).toHaveLength(1));
  letGo();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const sending = second();
  holds = null;
  letGo();
  expect(await Promise.all([first, sending])).toEqual([true, true]);
  await untilItIsAnswered();
});

it('sent while the first is answered', async () => {
  await session.send('First');
  server.say('On');
  await vi.waitFor(() => expect(shown()).toEqual(['user: First', 'assistant: On']));
  server.say('e');
  await second();
  await vi.waitFor(() => expect(shown()).toContain('assistant: One'));
  expect(queued()).toEqual(['Second']);
  server.finish();
  server.beginQueued();
  news();
  server.say('Two');
  await vi.waitFor(() => expect(shown()).toContain('assistant: Two'));
  expect(missed).toBe(0);
});

it('taken while an older state of the chat is on its way here', async () => {
  await session.send('First');
  server.say('One');
  await vi.waitFor(() => expect(shown()).toEqual(['user: First', 'assistant: One']));
  holds = 'GET /api/chat/chat-1?';
  session.news(null);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  holds = null;
  await second();
  letGo();
  await new Promise((resolve) => setTimeout(resolve));
  expect(queued()).toEqual(['Second']);
  expect(missed).toBe(0);
});

it('begun at once, while the end of the first answer is still being read', async () => {
  await session.send('First');
  server.say('One');
  await vi.waitFor(() => expect(shown()).toEqual(['user: First', 'assistant: One']));
  if (!server.chat) throw new Error('There is no chat.');
  const [asked] = server.chat.messages;
  const answer = { id: `answer to ${asked?.id}`, role: 'assistant' as const, parts: [] };
  server.chat = { ...server.chat, status: 'idle', messages: [...server.chat.messages, answer] };
  expect(await second()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  look();
  expect(missed).toBe(0);
});
