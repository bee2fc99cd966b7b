/** Somebody signs out at a server: what was held for it is forgotten. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { signOut } from '@/lib/sign-ins/finish';
import { signInContextOf } from '../sign-in-context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: z.strictObject({ server: z.string().min(1).max(32) }),
    handle: async ({ caller, body, request }) => {
      await signOut(await signInContextOf(caller, request), body.server);
    },
  }),
});
