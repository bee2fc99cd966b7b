/** A person's message: starts a run and answers with its stream. */
import { after } from 'next/server';
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { beginRun } from '@/lib/runs/begin';
import { driveRun } from '@/lib/runs/drive';
import { followResponse } from '@/lib/runs/follow';

const identifier = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -');
const text = z.string().refine((value) => value.trim() !== '', 'must not be empty');
const body = z.strictObject({
  chatId: identifier,
  message: z.strictObject({ id: identifier, text }),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body }) {
      const deps = await runDependencies();
      const run = await beginRun(deps.db, caller, body.chatId, body.message);
      const live = driveRun(deps, caller, run);
      // Keeps the server up until the answer is stored, whether or not anybody still listens.
      after(() => live.done);
      return followResponse(live);
    },
  }),
});
