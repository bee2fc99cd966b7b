/** Changes the caller's password. All other sessions end and, if asked for, so does what other clients may do. */
import { z } from 'zod';
import { changePassword } from '@/lib/account/password';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, FACTOR } from '../factors/proof-shape';

const { min, max } = PASSWORD_LENGTH;
const body = z.strictObject({
  current: z.string().min(1).max(max),
  next: z
    .string()
    .min(min, `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`),
  clients: z.boolean().optional(),
  ...FACTOR,
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body,
    async handle({ caller, body, request }) {
      await changePassword(await contextOf(caller, request), body);
    },
  }),
});
