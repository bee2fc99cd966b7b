/** The person's sessions; and ending all but this one. */
import { endOtherSessions, readSessions } from '@/lib/auth/account';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { tokenOf } from '@/lib/http/session-token';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller, request }) {
      const { db } = await database();
      return { sessions: await readSessions(db, caller, tokenOf(request)) };
    },
  }),
  DELETE: endpoint({
    auditors: true,
    async handle({ caller, request }) {
      const { db } = await database();
      await endOtherSessions(db, caller, tokenOf(request));
    },
  }),
});
