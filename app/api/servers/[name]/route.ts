/** A server that an admin has added is taken away again. */

import { endpoint, methods } from '@/lib/http/route';
import { removeServer } from '@/lib/servers/change-servers';
import { changed } from '../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    handle: ({ caller, params }) => changed(caller, (context) => removeServer(context, params.name ?? '')),
  }),
});
