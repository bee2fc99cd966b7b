/** Requests a link for choosing a new password. The answer is the same whether or not the address has an account. */
import { z } from 'zod';
import { askForReset } from '@/lib/account/recovery';
import { RecoveryLimit } from '@/lib/account/recovery-limit';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { placeOf } from '@/lib/http/place';
import { methods, openEndpoint } from '@/lib/http/route';

const limit = new RecoveryLimit();
const body = z.strictObject({
  email: z.email('must be an e-mail address such as "kim@halden.example"').max(254),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: openEndpoint({
    body,
    async handle({ body: { email }, request }) {
      limit.admit(email, placeOf(request.headers));
      const { db } = await database();
      await askForReset(db, email, env().appUrl);
      return Response.json({ status: 'asked' }, { status: 202 });
    },
  }),
});
