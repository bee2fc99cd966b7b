/** Messages sent during an answer: they are queued, in this tab and in every other. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatSession } from './chat-session';
import { textOf } from './messages';
import { ChatServer, emptyChat, waitingMessage } from './testing/chat-server';

let server: ChatServer;
let session: ChatSession;

const shown = (of = session) => of.chat.messages.map((message) => `${message.role}: ${textOf(message)}`);
const queued = (of = session) => of.snapshot().queued.map(({ text }) => text);
const news = (running = true) => ({ chatId: 'chat-1', rev: server.chat?.rev ?? 0, running });

beforeEach(async () => {
  server = new ChatServer();
  server.chat = emptyChat('chat-1');
  session = new ChatSession(server.chat, server.fetch);
  session.open();
  await vi.waitFor(() => expect(server.requests.length).toBe(1));
  await session.send('First');
  server.say('Well');
  await vi.waitFor(() => expect(shown()).toEqual(['user: First', 'assistant: Well']));
});
afterEach(() => session.close());

describe('a message sent while an answer is being written', () => {
  it('waits, and leaves the answer alone', async () => {
    expect(await session.send('Second')).toBe(true);
    expect(queued()).toEqual(['Second']);
    server.say(', yes.');
    await vi.waitFor(() => expect(shown()).toEqual(['user: First', 'assistant: Well, yes.']));
    expect(session.snapshot()).toMatchObject({ problem: null, isSending: false });
    expect(session.chat.status).toBe('streaming');
  });

  it('stands there before the server has it, and leaves in the order in which it was sent', async () => {
    const sending = [session.send('Second'), session.send('Third')];
    expect(queued()).toEqual(['Second', 'Third']);
    await Promise.all(sending);
    expect(server.chat?.queued.map(({ text }) => text)).toEqual(['Second', 'Third']);
  });

  it('becomes a message when its turn comes, and its answer streams', async () => {
    await session.send('Second');
    server.finish();
    server.beginQueued();
    session.news(news());
    server.say('And');
    const all = ['user: First', 'assistant: Well', 'user: Second', 'assistant: And'];
    await vi.waitFor(() => expect(shown()).toEqual(all));
    expect(queued()).toEqual([]);
    server.finish();
    await vi.waitFor(() => expect(session.snapshot().status).toBe('idle'));
    expect(shown()).toEqual(all);
  });

  it('is taken back before its turn, and said to be too late after it', async () => {
    await session.send('Second');
    const [waiting] = session.snapshot().queued;
    expect(await session.withdraw(waiting?.id ?? '')).toEqual({ text: 'Second', files: [] });
    expect(queued()).toEqual([]);
    expect(server.chat?.queued).toEqual([]);
    expect(await session.withdraw(waiting?.id ?? '')).toBeNull();
    expect(session.snapshot().problem).toBe(
      'The message was not withdrawn. This message does not wait any more.',
    );
  });

  it('comes back with all others when the answer is stopped, in their order', async () => {
    await Promise.all([session.send('Second'), session.send('Third')]);
    expect(await session.stop()).toEqual({ text: 'Second\nThird', files: [] });
    expect(queued()).toEqual([]);
    server.finish();
    await vi.waitFor(() => expect(session.snapshot().status).toBe('idle'));
    expect(shown()).toEqual(['user: First', 'assistant: Well']);
    expect(await session.stop()).toBeNull();
  });

  it('comes back to the composer when it is refused, and why is said', async () => {
    server.refusal = { status: 429, code: 'too_many_requests', message: '20 messages wait already.' };
    server.refusesOnlyMessages = true;
    expect(await session.send('Second')).toBe(false);
    expect(queued()).toEqual([]);
    expect(session.snapshot().problem).toBe('Your message was not sent. 20 messages wait already.');
    expect(session.chat.status).toBe('streaming');
    expect(shown()).toEqual(['user: First', 'assistant: Well']);
  });

  it('is known to have arrived although its answer was lost', async () => {
    server.losesNextAnswer = true;
    expect(await session.send('Second')).toBe(true);
    expect(queued()).toEqual(['Second']);
    expect(server.chat?.queued).toHaveLength(1);
  });

  it('starts its own answer when the one before it has just ended', async () => {
    server.finish();
    expect(await session.send('Second')).toBe(true);
    server.say('Yes');
    await vi.waitFor(() =>
      expect(shown()).toEqual(['user: First', 'assistant: Well', 'user: Second', 'assistant: Yes']),
    );
    expect(queued()).toEqual([]);
  });
});

describe('another tab', () => {
  it('shows what waits, at once and while it reads the answer', async () => {
    await session.send('Second');
    const other = new ChatSession(server.chat, server.fetch);
    expect(queued(other)).toEqual(['Second']);
    other.open();
    await vi.waitFor(() => expect(other.chat.status).toBe('streaming'));
    await session.send('Third');
    other.news(news());
    await vi.waitFor(() => expect(queued(other)).toEqual(['Second', 'Third']));
    await session.withdraw(session.snapshot().queued[0]?.id ?? '');
    other.news(news());
    await vi.waitFor(() => expect(queued(other)).toEqual(['Third']));
    expect(other.chat.status).toBe('streaming');
    other.close();
  });

  it('that does not know of the answer yet has its message queued, neither shown as said nor failed', async () => {
    const late = new ChatSession(emptyChat('chat-1'), server.fetch);
    expect(await late.send('Second')).toBe(true);
    expect(queued(late)).toEqual(['Second']);
    expect(late.snapshot().problem).toBeNull();
    await vi.waitFor(() => expect(late.chat.status).toBe('ready'));
    expect(shown(late)).toEqual([]);
    late.close();
  });
});

describe('a queue behind a card', () => {
  it('is posted to, rather than sent past', async () => {
    const waiting = [{ id: 'q', text: 'Waits' }];
    server.chat = {
      ...emptyChat('chat-1'),
      messages: [waitingMessage('a')],
      queued: waiting,
      status: 'waiting',
    };
    const tab = new ChatSession(server.chat, server.fetch);
    const sending = tab.send('Next');
    expect(queued(tab)).toEqual(['Waits', 'Next']);
    await sending;
    expect(tab.chat.messages.map(({ id }) => id)).toEqual(['a']);
    tab.close();
  });
});
