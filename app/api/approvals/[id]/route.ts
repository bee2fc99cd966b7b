/** A person's decision on one card; when it completes the run's set, the run goes on before this is answered. */
import { after } from 'next/server';
import { z } from 'zod';
import { decide } from '@/lib/approvals/decide';
import { checkPassword } from '@/lib/auth/check-password';
import { sessionHash } from '@/lib/auth/session';
import { isAppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { owner } from '@/lib/runs/owner';

const argument = z.string().min(1).max(200, 'must have at most 200 characters');
const text = z.string().max(1000, 'must have at most 1,000 characters');

const grant = z.strictObject({
  thisChat: z.boolean(),
  times: z.number().int().min(1).max(1000, 'must be at most 1,000').nullable(),
  until: z.iso.datetime().nullable(),
  bounds: z
    .array(
      z.union([
        z.strictObject({ argument, is: z.literal('equal'), value: z.union([text, z.number(), z.boolean()]) }),
        z.strictObject({ argument, is: z.enum(['most', 'least']), value: z.union([text, z.number()]) }),
      ]),
    )
    .max(50, 'must be at most 50'),
});

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
      const { db, connectionsFor, notify } = deps;
      const check = (userId: string, password: string) => checkPassword(db, userId, password);
      const session = sessionHash(request.headers);
      const context = { db, caller, connectionsFor, owner, signal, session, notify, checkPassword: check };
      const decision = { approvalId: params.id ?? '', ...body };
      try {
        const decided = await decide(context, decision);
        if (decided.goesOn) {
          const live = await continueRun(deps, decided.runId);
          if (live) after(() => live.done);
        } else await announce(deps.db, decided.chatId);
        return { id: decision.approvalId, status: decided.status };
      } catch (error) {
        if (isAppError(error) && error.code === 'changed') {
          await announce(deps.db, String(error.details.chatId));
        }
        throw error;
      }
    },
  }),
});
