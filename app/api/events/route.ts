/** What changed in chats and rules the caller can see, as server-sent events: `AmberEvent`s, ids and numbers only. */
import { getCaller } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { eventStream } from '@/lib/runs/follow/event-stream';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, request }) {
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
      const events = await eventStream(caller, () => getCaller(request.headers));
      return new Response(events, { headers });
    },
  }),
});
