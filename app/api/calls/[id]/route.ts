/** A person's word on a call whose outcome was unknown; the run goes on before this is answered. */
import { after } from 'next/server';
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { owner } from '@/lib/runs/owner';
import { resolveUnknownCall } from '@/lib/unknowns/resolve';

const body = z.strictObject({ resolution: z.enum(['happened', 'rerun', 'left']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params }) {
      const deps = await runDependencies();
      const id = params.id ?? '';
      const context = { db: deps.db, caller, connectionsFor: deps.connectionsFor, owner };
      const { chatId, runId, goesOn } = await resolveUnknownCall(context, id, body.resolution);
      const live = goesOn ? await continueRun(deps, runId) : undefined;
      if (live) after(() => live.done);
      else await announce(deps.db, chatId);
      return { id, resolution: body.resolution };
    },
  }),
});
