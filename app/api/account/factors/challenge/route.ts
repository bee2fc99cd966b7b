/** What one's passkey is asked to sign before one's factors are changed; good once, and for nothing else. */
import { assertionOptions } from '@/lib/auth/factors/passkeys';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    async handle({ caller }) {
      const { db } = await database();
      return assertionOptions(db, env(), caller.userId, { purpose: 'prove' });
    },
  }),
});
