/** The facts that the person has told Amber to remember. They are added only by calls in a chat. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { deleteFacts, listFacts } from '@/lib/store/settings/facts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { facts: await listFacts(db, caller) };
    },
  }),
  DELETE: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      await deleteFacts(db, caller);
    },
  }),
});
