/** A person's decision on one card. If it was the last that its run waited for, the run continues before this is answered. */
import { after } from 'next/server';
import { z } from 'zod';
import { sessionHash } from '@/lib/auth/session';
import { Assertion } from '@/lib/http/passkey-shape';
import { endpoint, methods } from '@/lib/http/route';
import { stepUpFor } from '@/lib/http/step-up';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { decideAndGo } from '@/lib/runs/decide-and-go';
import { grant } from '../grant-shape';

const body = z.strictObject({
  decision: z.enum(['confirm', 'cancel']),
  grant: grant.optional(),
  password: z.string().max(200, 'must have at most 200 characters').optional(),
  code: z.string().min(6).max(40, 'must have at most 40 characters').optional(),
  passkey: Assertion.optional(),
  reason: z.string().max(1000, 'must have at most 1,000 characters').optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params, request, signal }) {
      const deps = await runDependencies();
      const deciding = { caller, signal, session: sessionHash(request.headers), stepUp: stepUpFor(deps.db) };
      const approvalId = params.id ?? '';
      const { decided, live } = await decideAndGo(deps, deciding, { approvalId, ...body });
      if (live) after(() => live.done);
      return { id: approvalId, status: decided.status };
    },
  }),
});
