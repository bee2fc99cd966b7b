/** The versions of one server in the operator's registry. For admins. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { readVersions } from '@/lib/registry/read-registry';
import { serverName } from '@/lib/registry/server-json';
import { registryFor } from '../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query: z.object({ name: serverName }),
    handle: async ({ caller, query, request, signal }) =>
      readVersions(await registryFor(caller, request, signal), query.name),
  }),
});
