/** Resources and prompts of the person's servers: found by their words, and attached. */
import { z } from 'zod';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { attachResource } from '@/lib/offerings/attach-resource';
import { MOST_URI } from '@/lib/offerings/clean-offer';
import { listOffers } from '@/lib/offerings/list-offers';
import { MOST_QUERY } from '@/lib/offerings/offering-view';
import { readMay } from '@/lib/offerings/own-rules';
import { offersFor, server, values } from './context';

const query = z.object({
  kind: z.enum(['resources', 'prompts'], 'must be resources or prompts'),
  q: z.string().max(MOST_QUERY, `must have at most ${MOST_QUERY} characters`).default(''),
});
const body = z.union([
  z.strictObject({ server, uri: z.string().min(1).max(MOST_URI) }),
  z.strictObject({ server, template: z.string().min(1).max(MOST_URI), values }),
]);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query: { kind, q }, request, signal }) {
      // Makes requests to servers, so pages of other sites must not trigger it.
      refuseOtherSites(request.headers);
      const { db, servers } = await offersFor(caller, signal);
      const may = await readMay(db, caller);
      const list = await listOffers(servers, { kind, query: q, signal, may });
      return Response.json(list, { headers: { 'cache-control': 'no-store' } });
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, body, signal }) {
      return Response.json(await attachResource(await offersFor(caller, signal), body), { status: 201 });
    },
  }),
});
