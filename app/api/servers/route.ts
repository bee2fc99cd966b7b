/** The team's MCP servers: the state of each and of its tools, and adding one. For admins. */
import { z } from 'zod';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { addServer, countWaiting, readServers } from '@/lib/servers/change-servers';
import { LONGEST_SILENCE_MS, LONGEST_TOTAL_MS, SHORTEST_MS } from '@/lib/tools/limits';
import { changed, contextOf } from './context';

const server = z.strictObject({
  name: z.string().min(1).max(32, 'must have at most 32 characters'),
  url: z.string().min(1).max(2000, 'must have at most 2000 characters'),
  type: z.enum(['http', 'sse']).optional(),
  timeoutMs: z.int().min(SHORTEST_MS).max(LONGEST_SILENCE_MS).optional(),
  totalTimeoutMs: z.int().min(SHORTEST_MS).max(LONGEST_TOTAL_MS).optional(),
  mustAnswer: z.boolean().optional(),
  headers: z
    .record(z.string().min(1).max(100), z.string().max(8000, 'must have at most 8000 characters'))
    .refine((headers) => Object.keys(headers).length <= 20, 'at most 20')
    .default({}),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query: z.object({ count: z.literal('waiting').optional() }),
    async handle({ caller, query }) {
      const context = await contextOf(caller);
      return query.count ? { waiting: await countWaiting(context) } : readServers(context);
    },
  }),
  POST: endpoint({
    body: server,
    handle: ({ caller, body }) => {
      const { secret, privateServers } = env();
      return changed(caller, (context) => addServer(context, body, secret, privateServers));
    },
  }),
});
