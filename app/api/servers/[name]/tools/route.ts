/** One tool of a server is taken as it was looked at, or turned off. Its name may hold what no path can. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { decideTool } from '@/lib/servers/change-servers';
import { changed } from '../../context';

const decision = z.strictObject({
  tool: z.string().min(1).max(128),
  definitionHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a hash'),
  decision: z.enum(['accept', 'off']),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: decision,
    handle: ({ caller, params, body }) =>
      changed(caller, (context) => decideTool(context, params.name ?? '', body)),
  }),
});
