/** The person's factors besides the password. */
import { readFactors } from '@/lib/account/factors/own-factors';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    settingUp: true,
    async handle({ caller }) {
      const { db } = await database();
      return readFactors(db, caller);
    },
  }),
});
