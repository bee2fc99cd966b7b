/** Takes back a confirmed call that is held, before it runs. */
import { after } from 'next/server';
import { sessionHash } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { takeBackAndGo } from '@/lib/runs/deciding/take-back-hold';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params, request }) {
      const id = params.id ?? '';
      const deciding = { caller, session: sessionHash(request.headers) };
      const { live } = await takeBackAndGo(await runDependencies(), deciding, id);
      if (live) after(() => live.done);
      return { id, status: 'cancelled' };
    },
  }),
});
