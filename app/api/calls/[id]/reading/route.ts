/** A call's record before and after the call; and having it read now. */
import { readNow, readReading } from '@/lib/agent/readings/readings';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';

const PRIVATE = { headers: { 'cache-control': 'no-store' } };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params: { id = '' } }) {
      const { db } = await runDependencies();
      return Response.json(await readReading(db, caller, id), PRIVATE);
    },
  }),
  POST: endpoint({
    async handle({ caller, params: { id = '' }, signal }) {
      const { db, connectionsFor } = await runDependencies();
      const asking = { db, caller, connections: connectionsFor(caller), signal };
      return Response.json(await readNow(asking, id), PRIVATE);
    },
  }),
});
