/** An admin sets whether a server's pages are shown in chats. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { showPages } from '@/lib/servers/entering/show-pages';
import { changed } from '../../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body: z.strictObject({ shown: z.boolean() }),
    handle: ({ caller, params, body }) =>
      changed(caller, (context) => showPages(context, params.name ?? '', body.shown)),
  }),
});
