import 'server-only';
/** Tells open tabs that something changed in a chat: ids and numbers only, they load the rest themselves. */
import { EventEmitter } from 'node:events';
import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import type { ChatEvent } from './chat-view';
import { liveOf } from './live';

/** A chat as it stands, and whose it is: what must be known to tell of it. */
export interface ChatNews {
  chatId: string;
  rev: number;
  userId: string;
  teamId: string;
}

interface Addressed {
  event: ChatEvent;
  userId: string;
  teamId: string;
}

const KEY = Symbol.for('amber.events');
const shared = globalThis as { [KEY]?: EventEmitter };
shared[KEY] ??= new EventEmitter().setMaxListeners(0);
const emitter: EventEmitter = shared[KEY];

/** Says what is new in a chat to its owner's tabs and to the team's admins. */
export function tell({ chatId, rev, userId, teamId }: ChatNews): void {
  const event = { chatId, rev, running: liveOf(chatId) !== undefined };
  emitter.emit('chat', { event, userId, teamId } satisfies Addressed);
}

/** The same for whoever knows only the chat's id. Never throws. */
export async function announce(db: Queryable, chatId: string): Promise<void> {
  const { chats } = schema;
  try {
    const [chat] = await db
      .select({ chatId: chats.id, rev: chats.rev, userId: chats.userId, teamId: chats.teamId })
      .from(chats)
      .where(eq(chats.id, chatId));
    if (chat) tell(chat);
  } catch {
    // A tab that hears nothing asks again when it reconnects; the change itself is stored.
  }
}

/** Calls back with what changes in chats this person can see. Returns how to stop. */
export function listen(caller: Caller, heard: (event: ChatEvent) => void): () => void {
  const listener = ({ event, userId, teamId }: Addressed) => {
    const admin = caller.role === 'admin' && teamId === caller.teamId;
    if (userId === caller.userId || admin) heard(event);
  };
  emitter.on('chat', listener);
  return () => emitter.off('chat', listener);
}

/** Ends every listener's stream (the process is going down). */
export function endListeners(): void {
  emitter.emit('end');
}

/** Calls back when listeners' streams must end. Returns how to stop. */
export function onEndOfListening(end: () => void): () => void {
  emitter.once('end', end);
  return () => emitter.off('end', end);
}
