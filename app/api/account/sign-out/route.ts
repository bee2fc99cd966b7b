/** Signs out here, and says where the browser has to go to be signed out at its provider as well. */
import { sessionCookie } from '@/lib/auth/session-cookie';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { tokenOf } from '@/lib/http/session-token';
import { signOnContext } from '@/lib/single-sign-on/context';
import { endSessionUrl } from '@/lib/single-sign-on/sign-out';
import { deleteSessionOf } from '@/lib/store/settings/sessions';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    settingUp: true,
    async handle({ caller, request }) {
      const { db } = await database();
      const token = tokenOf(request);
      const next = await endSessionUrl(await signOnContext(), token);
      await deleteSessionOf(db, caller.userId, token);
      return Response.json({ next }, { headers: { 'set-cookie': sessionCookie(null, env()) } });
    },
  }),
});
