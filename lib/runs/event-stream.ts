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

/** Server-sent events, one `ChatEvent` a message. */
export function eventStream(caller: Caller): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = (event: ChatEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
      write('retry: 300\n\n');
      const unlisten = listen(caller, send);
      const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS);
      const offEnd = onEndOfListening(() => {
        stop();
        controller.close();
      });
      stop = () => {
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
