/** Invites a person to the team, by mail or by a link that the admin passes on. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { ROLES } from '@/lib/people/roles';
import { inviteToTeam } from '@/lib/team/team';

const body = z.strictObject({
  email: z.email('must be an e-mail address such as "kim@halden.example"').max(254),
  role: z.enum(ROLES),
  way: z.enum(['mail', 'link']),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      const sent = await inviteToTeam(db, caller, body, env().appUrl);
      return Response.json(sent, { status: sent.status === 'invited' ? 201 : 200 });
    },
  }),
});
