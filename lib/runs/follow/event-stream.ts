import 'server-only';

/**
 * The stream behind `/api/events`. A connecting tab is told at once about every recently changed chat, since it may
 * have missed something between loading the page and connecting. Streams end after a while, and tabs reconnect, so that
 * a change whose process died after the commit but before the notification is not missed for ever. For a client that
 * reads slowly, only the latest event of each chat, of the rules and of the servers is kept.
 */

import { database } from '@/lib/database';
import type { Caller } from '@/lib/people/caller';
import { listRecentNews } from '@/lib/store/chat-list';
import type { AmberEvent } from '../chat-view';
import { Places } from '../places';
import { listen, onEndOfListening } from './events';
import { pacedStream } from './paced-stream';

const KEEP_ALIVE_MS = 20_000;
/** Ten minutes; plus a random time of up to as long again, so that streams do not all end at once. */
const FEWEST_SIGNS = 30;
/** A browser needs one for all its tabs. */
const MOST_STREAMS = 50;
const places = new Places(MOST_STREAMS, 'event streams of this account');

/**
 * Server-sent events, each an `AmberEvent`.
 * @param callerNow whose session it is by now: the stream ends when that is nobody, or somebody else
 * @throws AppError too_many_requests
 */
export async function eventStream(
  caller: Caller,
  callerNow: () => Promise<Caller | null>,
): Promise<ReadableStream<Uint8Array>> {
  const leave = places.take(caller.userId);
  const news = new Map<string, AmberEvent>();
  let words = 'retry: 3000\n\n';
  let isOver = false;
  const { body, wake } = pacedStream({
    take: () => {
      const text = words + [...news.values()].map(eventOf).join('');
      words = '';
      news.clear();
      return { text, isOver };
    },
    closed: () => {
      isOver = true;
      unlisten();
      offEnd();
      clearInterval(keepAlive);
      leave();
    },
  });
  const send = (event: AmberEvent) => {
    news.set('chatId' in event ? event.chatId : 'policy' in event ? 'policy' : 'servers', event);
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  const unlisten = listen(caller, send);
  const offEnd = onEndOfListening(end);
  let signs = FEWEST_SIGNS * (1 + Math.random());
  const keepAlive = setInterval(async () => {
    signs -= 1;
    if (signs <= 0) return end();
    // An unreachable database is no reason to end it.
    const now = await callerNow().catch(() => caller);
    if (!isSame(now, caller)) return end();
    words ||= ': still here\n\n';
    wake();
  }, KEEP_ALIVE_MS);
  try {
    const { db } = await database();
    for (const event of await listRecentNews(db, caller.userId)) send(event);
  } catch (error) {
    await body.cancel();
    throw error;
  }
  return body;
}

function eventOf(event: AmberEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function isSame(now: Caller | null, before: Caller): boolean {
  return now?.userId === before.userId && now.teamId === before.teamId && now.role === before.role;
}
