import 'server-only';
import type { Caller } from '@/lib/connections/types';
/**
 * The stream behind `/api/events`. A tab that connects hears at once of every chat that is newer than it may
 * know, since it may have missed something between loading the page and listening.
 */
import { database } from '@/lib/database';
import type { ChatEvent } from './chat-view';
import { listen, onEndOfListening } from './events';
import { liveOf } from './live';
import { recentChats } from './read-chats';

const KEEP_ALIVE_MS = 20_000;

/**
 * Server-sent events, one `ChatEvent` a message.
 * @param callerNow whose the session is by now: the stream ends once that is nobody, or not the same any more
 */
export function eventStream(
  caller: Caller,
  callerNow: () => Promise<Caller | null>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = (event: ChatEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
      write('retry: 300\n\n');
      const unlisten = listen(caller, send);
      let isOver = false;
      const end = () => {
        stop();
        controller.close();
      };
      const keepAlive = setInterval(async () => {
        // A database that cannot be asked says nothing against the person.
        const now = await callerNow().catch(() => caller);
        if (isOver) return;
        if (isSame(now, caller)) write(': still here\n\n');
        else end();
      }, KEEP_ALIVE_MS);
      const offEnd = onEndOfListening(end);
      stop = () => {
        isOver = true;
        unlisten();
        offEnd();
        clearInterval(keepAlive);
      };
      const { db } = await database();
      for (const { id, rev } of await recentChats(db, caller)) {
        send({ chatId: id, rev, running: liveOf(id) !== undefined });
      }
    },
    cancel: () => stop(),
  });
}

function isSame(now: Caller | null, before: Caller): boolean {
  return now?.userId === before.userId && now.teamId === before.teamId && now.role === before.role;
}
