/** An admin vouches for a server in its reviewed state, or stops vouching. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { vouch, withdraw } from '@/lib/servers/change-servers';
import { changed } from '../../context';

const lookedAt = z.strictObject({
  tool: z.string().min(1).max(128),
  definitionHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a hash'),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body: z.strictObject({ tools: z.array(lookedAt).max(500, 'must be at most 500') }),
    handle: ({ caller, params, body }) =>
      changed(caller, (context) => vouch(context, params.name ?? '', body.tools)),
  }),
  DELETE: endpoint({
    handle: ({ caller, params }) => changed(caller, (context) => withdraw(context, params.name ?? '')),
  }),
});
