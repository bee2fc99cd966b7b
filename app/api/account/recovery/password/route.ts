/** Sets a new password, by a mailed link. It signs nobody in. */
import { z } from 'zod';
import { resetPassword } from '@/lib/account/recovery';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { methods, openEndpoint } from '@/lib/http/route';

const { min, max } = PASSWORD_LENGTH;
const body = z.strictObject({
  token: z.string().min(1).max(100),
  password: z
    .string()
    .min(min, `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: openEndpoint({
    body,
    async handle({ body: { token, password } }) {
      const { db } = await database();
      await resetPassword(db, token, password);
    },
  }),
});
