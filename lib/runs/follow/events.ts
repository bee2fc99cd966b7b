import 'server-only';
/**
 * Notifies open tabs of changes in a chat or in the rules: ids and numbers only, since they load the rest themselves.
 */
import { EventEmitter } from 'node:events';
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type ChatNews, findNews } from '@/lib/store/chats';
import { once } from '@/lib/values/once';
import type { AmberEvent } from '../chat-view';
import { notifier } from './notifications';

const emitter = once('events', () => new EventEmitter().setMaxListeners(0));

/**
 * Announces a chat's news to those who can see it, in every process: its owner and, if it asked for a decision, the
 * admins.
 */
export function tell(news: ChatNews): void {
  notifier.send({ kind: 'chat', ...news });
}

/** The same for callers that know only the chat's id. Never throws. */
export async function announce(db: Queryable, chatId: string): Promise<void> {
  try {
    const chat = await findNews(db, chatId);
    if (chat) tell(chat);
  } catch {
    // Tabs that miss it catch up when they reconnect; the change itself is stored.
  }
}

/** Announces that the team's rules, or this person's own, have changed. */
export function tellPolicy({ teamId, userId }: Caller, own: boolean, version: number): void {
  notifier.send({ kind: 'policy', teamId, userId: own ? userId : null, version });
}

/** Announces to the team's admins that its servers, or decisions about them, have changed. */
export function tellServers({ teamId }: Caller, version: number): void {
  notifier.send({ kind: 'servers', teamId, version });
}

/** Subscribes to changes in chats, rules and servers that this person can see. Returns how to unsubscribe. */
export function listen(caller: Caller, heard: (event: AmberEvent) => void): () => void {
  const offs = [
    notifier.on('chat', ({ chatId, rev, running, userId, teamId, asked }) => {
      const admin = asked && caller.role === 'admin' && teamId === caller.teamId;
      if (userId === caller.userId || admin) heard({ chatId, rev, running });
    }),
    notifier.on('policy', ({ teamId, userId, version }) => {
      const isSeen = teamId === caller.teamId && (userId ?? caller.userId) === caller.userId;
      if (isSeen) heard({ policy: version });
    }),
    notifier.on('servers', ({ teamId, version }) => {
      if (caller.role === 'admin' && teamId === caller.teamId) heard({ servers: version });
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

/** Ends every listener's stream: the process is shutting down, or they may have missed something and must reconnect. */
export function endListeners(): void {
  emitter.emit('end');
}

/** Calls back when listeners' streams must end. Returns how to unsubscribe. */
export function onEndOfListening(end: () => void): () => void {
  emitter.once('end', end);
  return () => emitter.off('end', end);
}
