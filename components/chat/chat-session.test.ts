import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AmberMessage, ChatView } from '@/lib/runs/chat-view';
import { ChatSession } from './chat-session';
import { hasOpenCard, textOf } from './messages';
import { ChatServer, emptyChat, waitingMessage } from './testing/chat-server';

let server: ChatServer;
let session: ChatSession;

/** Opens the page of a chat, or of one that does not exist yet. */
function openPage(stored: ChatView | null = null): void {
  server.chat = stored;
  session = new ChatSession(stored, server.fetch);
  session.open();
}

const shown = () => session.chat.messages.map((message) => `${message.role}: ${textOf(message)}`);
const posts = () => server.requests.filter((request) => request === 'POST /api/chat').length;
const chatWith = (change: Partial<ChatView>) => ({ ...emptyChat('chat-1'), ...change });
const ownMessage = (id: string, text: string): AmberMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

beforeEach(() => {
  server = new ChatServer();
});
afterEach(() => session.close());

describe('sending', () => {
  it('makes the chat with its first message, and shows the answer as it grows', async () => {
    openPage();
    expect(server.requests).toEqual([]);
    expect(await session.send('Who owes us?')).toBe(true);
    expect(session.snapshot().id).toBe('chat-1');
    server.say('Six ');
    await vi.waitFor(() => expect(shown()).toEqual(['user: Who owes us?', 'assistant: Six ']));
    server.say('customers.');
    server.finish({ title: 'Who owes us?' });
    await vi.waitFor(() => expect(session.snapshot().title).toBe('Who owes us?'));
    expect(shown()).toEqual(['user: Who owes us?', 'assistant: Six customers.']);
    expect(session.chat.status).toBe('ready');
  });

  it('stands on the page before the server has it', async () => {
    openPage();
    const sending = session.send('Hello');
    expect(shown()).toEqual(['user: Hello']);
    expect(session.snapshot().isSending).toBe(true);
    await sending;
  });

  it('takes the message back when the server refuses it, and says why', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.refusal = { status: 409, code: 'conflict', message: 'An answer is being written.' };
    expect(await session.send('Hello')).toBe(false);
    expect(shown()).toEqual([]);
    expect(session.snapshot().problem).toContain('An answer is being written.');
    expect(session.chat.status).toBe('ready');
  });

  it('knows a message that arrived although its answer was lost', async () => {
    openPage(chatWith({}));
    server.losesNextAnswer = true;
    expect(await session.send('Once')).toBe(true);
    server.say('Yes.');
    await vi.waitFor(() => expect(shown()).toEqual(['user: Once', 'assistant: Yes.']));
    expect(session.snapshot().problem).toBeNull();
  });

  it('sends the same words again under the same id, so that they cannot arrive twice', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.isAway = true;
    expect(await session.send('Once')).toBe(false);
    server.isAway = false;
    expect(await session.send('Once')).toBe(true);
    expect(posts()).toBe(2);
    const [first] = server.chat?.messages ?? [];
    server.finish();
    await vi.waitFor(() => expect(session.snapshot().status).toBe('idle'));
    expect(await session.send('Once')).toBe(true);
    expect(server.chat?.messages.at(-1)?.id).not.toBe(first?.id);
  });

  it('shows that a card was withdrawn while the new answer is still being written', async () => {
    openPage(chatWith({ messages: [ownMessage('u', 'Delete it'), waitingMessage('a')], status: 'waiting' }));
    expect(hasOpenCard(session.chat.messages)).toBe(true);
    await session.send('Never mind');
    server.say('Very well');
    await vi.waitFor(() => {
      const [, asked] = session.chat.messages;
      expect(asked?.parts[0]).toMatchObject({ state: 'output-denied' });
      expect(shown().slice(2)).toEqual(['user: Never mind', 'assistant: Very well']);
    });
    expect(session.chat.status).toBe('streaming');
  });
});

describe('stopping', () => {
  it('reaches the server after the message that it is about, however soon it is asked for', async () => {
    openPage();
    const sending = session.send('Tell me everything');
    await session.stop();
    const of = (path: string) => server.requests.findIndex((request) => request.endsWith(path));
    expect(of('POST /api/chat')).toBeGreaterThan(-1);
    expect(of('/stop')).toBeGreaterThan(of('POST /api/chat'));
    await sending;
  });
});

describe('following', () => {
  it('joins a run that goes on', async () => {
    openPage(chatWith({}));
    await session.send('Go');
    server.say('One ');
    session.close();
    const second = new ChatSession(server.chat, server.fetch);
    second.open();
    await vi.waitFor(() => expect(second.chat.status).toBe('streaming'));
    server.say('two.');
    await vi.waitFor(() => expect(second.chat.messages.map(textOf)).toEqual(['Go', 'One two.']));
    second.close();
  });

  it('hears of what another tab did', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.chat = chatWith({ rev: 4, messages: [ownMessage('u', 'From elsewhere')] });
    session.news({ chatId: 'another', rev: 9, running: false });
    expect(server.requests.length).toBe(1);
    session.news({ chatId: 'chat-1', rev: 4, running: false });
    await vi.waitFor(() => expect(shown()).toEqual(['user: From elsewhere']));
  });

  it('says that the server is away, and catches up by itself', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.isAway = true;
    session.refresh();
    await vi.waitFor(() => expect(session.snapshot().isReachable).toBe(false));
    server.isAway = false;
    server.chat = chatWith({ rev: 1, title: 'Later' });
    await vi.waitFor(() => expect(session.snapshot()).toMatchObject({ isReachable: true, title: 'Later' }));
  });

  it('forgets that it was away as soon as a message arrives', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.isAway = true;
    session.refresh();
    await vi.waitFor(() => expect(session.snapshot().isReachable).toBe(false));
    server.isAway = false;
    await session.send('Go');
    expect(server.chat?.status).toBe('running');
    expect(session.snapshot().isReachable).toBe(true);
  });

  it('knows when the chat is gone', async () => {
    openPage(chatWith({}));
    server.chat = null;
    session.refresh();
    await vi.waitFor(() => expect(session.snapshot().isGone).toBe(true));
  });
});

describe('a new chat whose first message is refused', () => {
  it('leaves no empty chat behind, says why, and begins with the next message', async () => {
    openPage();
    server.refusal = { status: 413, code: 'too_large', message: 'The body is over 100 kB.' };
    server.refusesOnlyMessages = true;
    expect(await session.send('much')).toBe(false);
    expect(server.chat).toBeNull();
    expect(session.snapshot()).toMatchObject({ id: null, isGone: false, isSending: false });
    expect(session.snapshot().problem).toBe(
      'Your message was not sent. It is too long: shorten it, or send it in parts.',
    );
    expect(shown()).toEqual([]);
    expect(await session.send('less')).toBe(true);
    expect(session.snapshot().id).toBe('chat-1');
    server.say('Yes.');
    await vi.waitFor(() => expect(shown()).toEqual(['user: less', 'assistant: Yes.']));
  });

  it('keeps the chat when it is not known whether the message arrived', async () => {
    openPage();
    server.losesNextAnswer = true;
    expect(await session.send('Hello')).toBe(true);
    expect(server.chat).not.toBeNull();
  });
});

describe('what was not done', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const problem = () => session.snapshot().problem;

  it('for want of a connection is said until there is one again, and long enough to be read', async () => {
    openPage(chatWith({}));
    await vi.advanceTimersByTimeAsync(0);
    server.isAway = true;
    await session.choose.mode('plan');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(problem()).toContain('The mode was not changed.');
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.snapshot()).toMatchObject({ isReachable: true, problem: null });

    server.refusal = { status: 503, code: 'unavailable', message: 'Amber is being stopped.' };
    await session.choose.mode('plan');
    await vi.advanceTimersByTimeAsync(5000);
    expect(problem()).toContain('being stopped');
    await vi.advanceTimersByTimeAsync(1000);
    expect(problem()).toBeNull();
  });

  it('on a page whose chat does not exist yet is forgotten once the server is well again', async () => {
    openPage();
    server.isAway = true;
    expect(await session.send('Hello')).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    session.news(null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(problem()).toContain('Your message was not sent.');
    server.isAway = false;
    session.news(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(problem()).toBeNull();
  });

  it('because the server refused it stays until it is put away', async () => {
    openPage(chatWith({}));
    await vi.advanceTimersByTimeAsync(0);
    server.refusal = { status: 403, code: 'forbidden', message: 'Yolo mode is for admins.' };
    await session.choose.mode('yolo');
    session.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(problem()).toContain('for admins');
    session.dismissProblem();
    expect(problem()).toBeNull();
  });
});

describe('deciding and changing', () => {
  it('hands on which card replaced the one that was decided', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    const answer = Response.json(
      { error: { code: 'changed', message: 'It changed.' }, approvalId: 'new' },
      { status: 409 },
    );
    const decided = new ChatSession(null, async () => answer);
    expect(await decided.cards.decide('old', 'confirm')).toEqual({
      ok: false,
      message: 'It changed.',
      replacedBy: 'new',
    });
  });

  it('says a refusal without what is meant for programs', async () => {
    const message =
      'What goes cannot be told now: What "x" would do cannot be told: No order has the id ord_1. Use orders_list to find it.';
    const answer = Response.json({ error: { code: 'unavailable', message } }, { status: 503 });
    expect(await new ChatSession(null, async () => answer).cards.decide('id', 'confirm')).toEqual({
      ok: false,
      message: 'What goes cannot be told now: No order has the id ord_1.',
    });
  });

  it('keeps the mode when the server refuses another', async () => {
    openPage(chatWith({}));
    await vi.waitFor(() => expect(server.requests.length).toBe(1));
    server.refusal = { status: 403, code: 'forbidden', message: 'Yolo mode is for admins.' };
    await session.choose.mode('yolo');
    expect(session.snapshot().mode).toBe('default');
    expect(session.snapshot().problem).toContain('for admins');
    await session.choose.mode('plan');
    await vi.waitFor(() => expect(session.snapshot()).toMatchObject({ mode: 'plan', problem: null }));
  });

  it('tries a failed run again with the same message', async () => {
    openPage(chatWith({ status: 'failed', messages: [ownMessage('u', 'Go')] }));
    await session.again.retry();
    expect(session.snapshot().problem).toContain('sent already');
    expect(posts()).toBe(1);
  });
});
