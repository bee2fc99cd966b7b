/** One's own chats, with how many cards wait for one's Confirm; and a new one. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { countToDecide } from '@/lib/inbox/read-inbox';
import { createChat } from '@/lib/runs/chats';
import { readChats } from '@/lib/runs/read-chats';

const body = z.strictObject({ mode: z.enum(['plan', 'default', 'yolo']).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      const [chats, toDecide] = await Promise.all([readChats(db, caller), countToDecide(db, caller)]);
      return { chats, toDecide };
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      return Response.json({ id: await createChat(db, caller, body.mode) }, { status: 201 });
    },
  }),
});
