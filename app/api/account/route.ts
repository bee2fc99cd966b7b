/** The person's own account, and renaming it. */
import { z } from 'zod';
import { readProfile, rename } from '@/lib/account/profile';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { Name } from '@/lib/http/sign-up-request';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller }) {
      const { db } = await database();
      return readProfile(db, caller);
    },
  }),
  PATCH: endpoint({
    auditors: true,
    body: z.strictObject({ name: Name }),
    async handle({ caller, body: { name } }) {
      const { db } = await database();
      await rename(db, caller, name);
    },
  }),
});
