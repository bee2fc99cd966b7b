/** What changed in chats and rules the caller can see, as server-sent events: `AmberEvent`s, ids and numbers only. */
import { getCaller, sessionToken } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { eventStream } from '@/lib/runs/follow/event-stream';
import { unlessOver } from '@/lib/single-sign-on/still-there';
import { touchSession } from '@/lib/store/settings/team';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller, request }) {
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
      await noteSeen(request.headers);
      const events = await eventStream(caller, () => unlessOver(getCaller(request.headers)));
      return new Response(events, { headers });
    },
  }),
});

/** Having a page open counts as being here: admins see when. */
async function noteSeen(headers: Headers): Promise<void> {
  const token = sessionToken(headers, env().secret);
  if (token !== null) await touchSession((await database()).db, token);
}
