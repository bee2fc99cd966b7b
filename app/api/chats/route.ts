/** One's own chats, and a new one. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { createChat } from '@/lib/runs/chats';
import { listChats } from '@/lib/runs/read-chats';

const body = z.strictObject({ mode: z.enum(['plan', 'default', 'yolo']).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { chats: await listChats(db, caller) };
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
