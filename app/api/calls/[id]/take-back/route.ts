/** A person undoes what a call did. The outcome appears in the chat's stream. */
import { after } from 'next/server';
import { z } from 'zod';
import { takeBackWords } from '@/app/order-words';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { driveRun } from '@/lib/runs/drive';
import { beginTakingBack, findToTakeBack } from '@/lib/runs/orders/take-back';

const body = z.strictObject({ all: z.boolean().default(false) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, params, body: { all } }) {
      const deps = await runDependencies();
      const found = await findToTakeBack(deps.db, caller, params.id ?? '');
      const text = await takeBackWords(found.call, all);
      const of = { db: deps.db, connections: deps.connectionsFor(caller), caller };
      const begun = await beginTakingBack(of, found, { text, all });
      const live = driveRun(deps, caller, begun);
      after(() => live.done);
      return Response.json({ id: begun.run.messageId }, { status: 202 });
    },
  }),
});
