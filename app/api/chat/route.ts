/** A person's message: starts a run and answers with its stream. */
import { after } from 'next/server';
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import type { Caller } from '@/lib/people/caller';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { beginRun, type QueuedMessage } from '@/lib/runs/begin';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { driveQueued, driveRun } from '@/lib/runs/drive';
import { tell } from '@/lib/runs/follow/events';
import { followResponse } from '@/lib/runs/follow/follow';
import { identifier, message } from './message-shape';
import { stillSees } from './still-sees';

const body = z.strictObject({
  chatId: identifier,
  message,
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, request }) {
      const deps = await runDependencies();
      const begun = await beginRun(deps.db, caller, body.chatId, body.message);
      if ('queued' in begun) return queued(deps, caller, begun);
      const live = driveRun(deps, caller, begun);
      // Keeps the server up until the answer is stored, whether or not anybody still listens.
      after(() => live.done);
      return followResponse(live, stillSees(deps.db, request.headers, body.chatId));
    },
  }),
});

/** It is queued behind the run before it. If no run is active but a card waits, the oldest message withdraws that card. */
async function queued(deps: RunDependencies, caller: Caller, { news }: QueuedMessage): Promise<Response> {
  tell(news);
  const live = await driveQueued(deps, caller, news.chatId, true);
  if (live) after(() => live.done);
  return Response.json({ queued: true }, { status: 202 });
}
