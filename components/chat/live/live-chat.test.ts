import { afterEach, expect, it, vi } from 'vitest';
import { ChatSession } from '../chat-session';
import { textOf } from '../messages';
import { ChatServer } from '../testing/chat-server';

afterEach(() => vi.doUnmock('./stream-reader'));

it('gives a message back whose sender could not be loaded, and sends it once that can be had', async () => {
  vi.doMock('./stream-reader', () => {
    throw new Error('It cannot be had.');
  });
  const server = new ChatServer();
  const session = new ChatSession(null, server.fetch);
  session.open();
  expect(await session.send('Who owes us?')).toBe(false);
  expect(server.requests).not.toContain('POST /api/chat');
  expect(session.chat.messages).toEqual([]);
  expect(session.snapshot().problem).not.toBeNull();
  vi.doUnmock('./stream-reader');
  expect(await session.send('Who owes us?')).toBe(true);
  server.say('Six customers.');
  await vi.waitFor(() =>
    expect(session.chat.messages.map(textOf)).toEqual(['Who owes us?', 'Six customers.']),
  );
  session.close();
});
