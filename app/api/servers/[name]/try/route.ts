/** Connects to a server and lists its tools now. */

import { endpoint, methods } from '@/lib/http/route';
import { tryServer } from '@/lib/servers/change-servers';
import { contextOf } from '../../context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      return tryServer(await contextOf(caller), params.name ?? '');
    },
  }),
});
