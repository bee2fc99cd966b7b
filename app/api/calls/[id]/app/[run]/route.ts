/** The outcome of a call made by a page of a server. */
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { readAppCall } from '@/lib/runs/apps/app-call';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params }) {
      const { db } = await runDependencies();
      return readAppCall({ db, caller }, params.id ?? '', params.run ?? '');
    },
  }),
});
