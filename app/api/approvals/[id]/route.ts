/** A person's decision on one card; when it completes the run's set, the run goes on before this is answered. */
import { after } from 'next/server';
import { z } from 'zod';
import { checkPassword } from '@/lib/auth/check-password';
import { sessionHash } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { decideAndGo } from '@/lib/runs/decide-and-go';
import { grant } from '../grant-shape';

const body = z.strictObject({
  decision: z.enum(['confirm', 'cancel']),
  grant: grant.optional(),
  password: z.string().max(200, 'must have at most 200 characters').optional(),
  reason: z.string().max(1000, 'must have at most 1,000 characters').optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params, request, signal }) {
      const deps = await runDependencies();
      const check = (userId: string, password: string) => checkPassword(deps.db, userId, password);
      const deciding = { caller, signal, session: sessionHash(request.headers), checkPassword: check };
      const approvalId = params.id ?? '';
      const { decided, live } = await decideAndGo(deps, deciding, { approvalId, ...body });
      if (live) after(() => live.done);
      return { id: approvalId, status: decided.status };
    },
  }),
});
