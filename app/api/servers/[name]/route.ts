/** A server that an admin has added is taken away again. */

import { endpoint, methods } from '@/lib/http/route';
import { dropServer } from '@/lib/outside/gateway/change';
import { removeServer } from '@/lib/servers/change-servers';
import { changed } from '../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    handle: ({ caller, params: { name = '' } }) =>
      changed(caller, async (context) => {
        const view = await removeServer(context, name);
        // The operator's file may have one of the same name, which counts.
        if (!(await context.connections.configNamed(name))) await dropServer(context.db, caller, name);
        return view;
      }),
  }),
});
