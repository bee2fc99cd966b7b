/** A person's decision on several cards of one tool that were reviewed in one list; each is a decision of its own. */
import { after } from 'next/server';
import { z } from 'zod';
import { MOST_ALIKE } from '@/lib/approvals/alike';
import { sessionHash } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { stepUpFor } from '@/lib/http/step-up';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { decideAlike } from '@/lib/runs/deciding/decide-alike';

const call = z.strictObject({
  id: z.string().min(1).max(200),
  shown: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of what was shown'),
});

const body = z.strictObject({
  decision: z.enum(['confirm', 'cancel']),
  calls: z
    .array(call)
    .min(1)
    .max(MOST_ALIKE, `must be at most ${MOST_ALIKE}`)
    .refine((calls) => new Set(calls.map(({ id }) => id)).size === calls.length, 'must name each once'),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, request, signal }) {
      const deps = await runDependencies();
      const deciding = { caller, signal, session: sessionHash(request.headers), stepUp: stepUpFor(deps.db) };
      const { outcomes, live } = await decideAlike(deps, deciding, body);
      for (const { done } of live) after(() => done);
      return { calls: outcomes };
    },
  }),
});
