/**
 * Versions of messages: rewording a person's own message, regenerating an answer, and choosing which version is shown.
 */
import { after } from 'next/server';
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { beginBranch, showBranch } from '@/lib/runs/branches';
import { driveRun } from '@/lib/runs/drive';
import { tell } from '@/lib/runs/follow/events';
import { identifier, message } from '../../message-shape';

const version = z.strictObject({ of: identifier, message: message.optional() });
const shown = z.strictObject({ show: identifier });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: version,
    async handle({ caller, params, body }) {
      const deps = await runDependencies();
      const begun = await beginBranch(deps.db, caller, params.id ?? '', body);
      const live = driveRun(deps, caller, begun);
      // Keeps the server up until the answer is stored. Its text appears in the chat's stream.
      after(() => live.done);
      return Response.json({ id: begun.run.messageId }, { status: 202 });
    },
  }),
  PATCH: endpoint({
    body: shown,
    async handle({ caller, params, body }) {
      const { db } = await database();
      tell(await showBranch(db, caller, params.id ?? '', body.show));
    },
  }),
});
