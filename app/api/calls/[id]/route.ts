/** A person says what became of a call whose outcome was unknown; the run continues before this is answered. */
import { after } from 'next/server';
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { resolveAndGo } from '@/lib/runs/decide-and-go';

const body = z.strictObject({ resolution: z.enum(['happened', 'rerun', 'left']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params }) {
      const deps = await runDependencies();
      const id = params.id ?? '';
      const { live } = await resolveAndGo(deps, { caller }, id, body.resolution);
      if (live) after(() => live.done);
      return { id, resolution: body.resolution };
    },
  }),
});
