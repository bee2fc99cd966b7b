import { afterEach, expect, it, vi } from 'vitest';
import { ChatSession } from './chat-session';
import { ChatServer } from './testing/chat-server';

const server = new ChatServer();
const session = new ChatSession(null, server.fetch);
afterEach(() => session.close());

it('makes a chat as one that is not kept, where that was chosen before, and leaves it so', async () => {
  session.open();
  session.choose.temporary(true);
  await session.send('Who owes us?');
  expect(server.chat?.temporary).toBe(true);
  await vi.waitFor(() => expect(session.snapshot().temporary).toBe(true));
  session.choose.temporary(false);
  expect(session.snapshot().temporary).toBe(true);
});
