/** An admin sets how people sign in at a server. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { readSignIns } from '@/lib/sign-ins/read';
import { setSignInWay } from '@/lib/sign-ins/set-way';
import { signInContextOf, tellSignIns } from '../../sign-in-context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body: z.strictObject({ forTeam: z.boolean(), namesResource: z.boolean() }),
    async handle({ caller, params, body, request }) {
      const context = await signInContextOf(caller, request);
      await setSignInWay(context, params.name ?? '', body);
      await tellSignIns(context);
      return readSignIns(context);
    },
  }),
});
