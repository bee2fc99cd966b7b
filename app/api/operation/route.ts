/** The current state of the team's Amber, for its admins. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { operationOf } from '@/lib/rules/operation';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller }) {
      const { db } = await database();
      return operationOf(db, caller);
    },
  }),
});
