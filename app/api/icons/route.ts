/**
 * The icon of a server or of one of its tools, fetched by us; for our own pages. Most have none, which is not an error.
 */
import { z } from 'zod';
import { connectionsFor } from '@/lib/connections/for-caller';
import { mediaResponse } from '@/lib/http/media';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';

const query = z.object({ server: z.string().min(1).max(128), tool: z.string().min(1).max(128).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query,
    async handle({ caller, query: { server, tool }, request }) {
      refuseOtherSites(request.headers);
      const icon = await connectionsFor(caller).iconOf(server, tool);
      if (!icon)
        return new Response(null, { status: 204, headers: { 'cache-control': 'private, max-age=60' } });
      const response = mediaResponse({ type: 'image', name: 'icon', ...icon }, request.headers);
      response.headers.set('cache-control', 'private, max-age=3600');
      return response;
    },
  }),
});
