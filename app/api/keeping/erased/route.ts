/** The pseudonyms of erased people, one a line, to be kept with the backups: `npm run restore` reads them. */
import { database } from '@/lib/database';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { readErasures } from '@/lib/keeping/erasures';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, request }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      const { erased } = await readErasures(db, caller);
      return new Response(erased.map(({ id }) => `${id}\n`).join(''), {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': 'attachment; filename="amber-erased.txt"',
        },
      });
    },
  }),
});
