/** Makes the address to which a link was mailed the caller's own. */
import { z } from 'zod';
import { takeAddress } from '@/lib/account/profile';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body: z.strictObject({ token: z.string().min(1).max(100) }),
    async handle({ caller, body: { token } }) {
      const { db } = await database();
      return { email: await takeAddress(db, caller, token) };
    },
  }),
});
