/** What an id in a result can be looked up with, and a person's order to do so. The outcome appears in the chat's stream. */
import { after } from 'next/server';
import { z } from 'zod';
import { lookUpWords } from '@/app/order-words';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { driveRun } from '@/lib/runs/drive';
import { beginLookUp, lookUpsOffered } from '@/lib/runs/orders/look-up';
import { LOOKED_UP_BY, LOOKED_UP_ID } from '@/lib/runs/orders/look-up-view';

const of = {
  server: z.string().min(1).max(128, 'must be the name of a server'),
  argument: z.string().regex(LOOKED_UP_BY, 'must be the name of an argument'),
};
const body = z.strictObject({
  ...of,
  tool: z.string().min(1).max(128, 'must be the name of a tool'),
  value: z.string().regex(LOOKED_UP_ID, 'must be an id'),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query: z.object(of),
    async handle({ caller, params, query }) {
      const { db, connectionsFor } = await runDependencies();
      const from = { db, connections: connectionsFor(caller), caller };
      const tools = await lookUpsOffered(from, params.id ?? '', query);
      return { tools: tools.map(({ name, title }) => ({ name, title })) };
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, params, body: asked }) {
      const deps = await runDependencies();
      const from = { db: deps.db, connections: deps.connectionsFor(caller), caller };
      const say = (title: string) => lookUpWords(title, asked.value);
      const begun = await beginLookUp(from, params.id ?? '', asked, say);
      const live = driveRun(deps, caller, begun);
      after(() => live.done);
      return Response.json({ id: begun.run.messageId }, { status: 202 });
    },
  }),
});
