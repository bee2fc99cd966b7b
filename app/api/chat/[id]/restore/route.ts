/** Restores a deleted chat. */
import { restoreChat } from '@/lib/chats/bin';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { announce } from '@/lib/runs/follow/events';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const id = params.id ?? '';
      await restoreChat(db, caller, id);
      await announce(db, id);
    },
  }),
});
