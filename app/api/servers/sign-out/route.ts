/** Signs a person out at a server: the stored tokens are deleted. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { signOut } from '@/lib/sign-ins/finish';
import { signInContextOf, tellSignIns } from '../sign-in-context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: z.strictObject({ server: z.string().min(1).max(32) }),
    async handle({ caller, body, request }) {
      const context = await signInContextOf(caller, request);
      await signOut(context, body.server);
      await tellSignIns(context);
    },
  }),
});
