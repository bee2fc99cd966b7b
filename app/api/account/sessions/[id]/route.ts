/** Ends one of the person's own sessions. */
import { endSession } from '@/lib/auth/account';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    auditors: true,
    async handle({ caller, params }) {
      const { db } = await database();
      await endSession(db, caller, params.id ?? '');
    },
  }),
});
