/** Asks for another address for oneself: a link is mailed there. */
import { z } from 'zod';
import { askForAddress } from '@/lib/account/profile';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';

const body = z.strictObject({
  email: z.email('must be an e-mail address such as "kim@halden.example"').max(254),
  password: z.string().min(1).max(PASSWORD_LENGTH.max),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      await askForAddress(db, caller, body, env().appUrl);
      return Response.json({ status: 'asked' }, { status: 202 });
    },
  }),
});
