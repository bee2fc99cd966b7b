/** Other versions of what was said: a message of one's own with other words, an answer given anew, and which one is shown. */
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
      // Keeps the server up until the answer is stored. Who wants to read it follows the chat.
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
