import 'server-only';

/**
 * The stream behind `/api/events`. A tab that connects hears at once of every chat that is newer than it may
 * know, since it may have missed something between loading the page and listening. A stream ends after a while, and its tab
 * opens it anew: so what a process committed and died before telling is not missed for ever. Of each chat, of the rules
 * and of the servers only the newest waits for a client that is slow to read.
 */

import { database } from '@/lib/database';
import type { Caller } from '@/lib/people/caller';
import { listRecentNews } from '@/lib/store/chat-list';
import type { AmberEvent } from '../chat-view';
import { Places } from '../places';
import { listen, onEndOfListening } from './events';
import { pacedStream } from './paced-stream';

const KEEP_ALIVE_MS = 20_000;
/** Ten minutes; up to as long again by chance, so that streams do not end all at once. */
const FEWEST_SIGNS = 30;
/** A browser needs one for all its tabs. */
const MOST_STREAMS = 50;
const places = new Places(MOST_STREAMS, 'event streams of this account');

/**
 * Server-sent events, one `AmberEvent` a message.
 * @param callerNow whose the session is by now: the stream ends once that is nobody, or not the same any more
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
    // A database that cannot be asked says nothing against the person.
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
