/** Leaves the team, with all that one has open there. */
import { z } from 'zod';
import { leave } from '@/lib/account/leave';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body: z.strictObject({ password: z.string().min(1).max(PASSWORD_LENGTH.max) }),
    async handle({ caller, body: { password } }) {
      const { db } = await database();
      await leave(db, caller, password);
    },
  }),
});
