/** The page reports that the card has come into view. */
import { noteShown } from '@/lib/approvals/shown';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await noteShown(db, caller, params.id ?? '');
    },
  }),
});
