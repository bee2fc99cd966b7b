/** A server that an admin has added is changed in place, or taken away again. */
import { z } from 'zod';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { dropServer } from '@/lib/outside/gateway/change';
import { type ChangeContext, removeServer } from '@/lib/servers/change-servers';
import { changeServer } from '@/lib/servers/entering/change-entry';
import { changed } from '../context';

const server = z.strictObject({
  url: z.string().min(1).max(2000, 'must have at most 2000 characters'),
  headers: z
    .record(z.string().min(1).max(100), z.string().max(8000, 'must have at most 8000 characters').nullable())
    .refine((headers) => Object.keys(headers).length <= 20, 'at most 20')
    .default({}),
});

/** Other clients' tokens name a server at its old address; they do not apply to what it has become. */
async function letGo({ db, caller, connections }: ChangeContext, name: string): Promise<void> {
  const now = await connections.configNamed(name);
  await dropServer(db, caller, name, now?.url);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body: server,
    handle: ({ caller, params: { name = '' }, body }) => {
      const { secret, privateServers: mayBePrivate } = env();
      return changed(caller, async (context) => {
        const view = await changeServer(context, name, body, { secret, mayBePrivate });
        await letGo(context, name);
        return view;
      });
    },
  }),
  DELETE: endpoint({
    handle: ({ caller, params: { name = '' } }) =>
      changed(caller, async (context) => {
        const view = await removeServer(context, name);
        await letGo(context, name);
        return view;
      }),
  }),
});
