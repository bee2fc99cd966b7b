/** Shares the person's own chat with the team, in its current state. */
import { shareChat } from '@/lib/chats/shares';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      return Response.json({ id: await shareChat(db, caller, params.id ?? '') }, { status: 201 });
    },
  }),
});
