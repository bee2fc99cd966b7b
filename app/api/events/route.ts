/** What changed in chats the caller can see, as server-sent events: `ChatEvent`s, ids and numbers only. */
import { endpoint, methods } from '@/lib/http/route';
import { eventStream } from '@/lib/runs/event-stream';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
      return new Response(eventStream(caller), { headers });
    },
  }),
});
