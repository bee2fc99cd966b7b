/** An answer whose stream breaks off: its outcome is unknown until the server reports it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChatSession } from './chat-session';
import { ChatServer } from './testing/chat-server';

let server: ChatServer;
let session: ChatSession;

beforeEach(() => {
  server = new ChatServer();
  session = new ChatSession(null, server.fetch);
  session.open();
});
afterEach(() => session.close());

it('does not take an answer that broke off for a stored one, until it has heard how it ended', async () => {
  await session.send('Who owes us?');
  server.say('Six ');
  await vi.waitFor(() => expect(session.chat.messages).toHaveLength(2));
  server.isAway = true;
  server.cut();
  await vi.waitFor(() => expect(session.snapshot()).toMatchObject({ isReachable: false, isStored: false }));
  server.isAway = false;
  server.finish();
  await vi.waitFor(() => expect(session.snapshot()).toMatchObject({ isReachable: true, isStored: true }));
});
