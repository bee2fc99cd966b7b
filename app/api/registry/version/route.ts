/**
 * One version of a server in the operator's registry: the fields of the form for adding it, and lines for `mcp.json`.
 * For admins.
 */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { readVersion } from '@/lib/registry/read-registry';
import { serverName, serverVersion } from '@/lib/registry/server-json';
import { registryFor } from '../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query: z.object({ name: serverName, version: serverVersion }),
    handle: async ({ caller, query, request, signal }) =>
      readVersion(await registryFor(caller, request, signal), query.name, query.version),
  }),
});
