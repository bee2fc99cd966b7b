/** Servers in the operator's registry, searched by name. For admins. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { searchRegistry } from '@/lib/registry/read-registry';
import { MOST_SEARCH } from '@/lib/registry/registry-view';
import { registryFor } from '../context';

const query = z.object({
  search: z.string().max(MOST_SEARCH, `must have at most ${MOST_SEARCH} characters`).default(''),
  cursor: z.string().min(1).max(500).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    handle: async ({ caller, query, request, signal }) =>
      searchRegistry(await registryFor(caller, request, signal), query),
  }),
});
