/** One halt: DELETE lifts it. It stays in the record. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { lift } from '@/lib/rules/halting';
import { tellPolicy } from '@/lib/runs/follow/events';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const view = await lift(db, caller, params.id ?? '');
      tellPolicy(caller, false, view.version);
      return view;
    },
  }),
});
