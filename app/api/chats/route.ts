/** The person's own chats, with the number of cards waiting for their decision, and their folders; and creating one. */
import { z } from 'zod';
import { readFolders } from '@/lib/chats/folders';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { countToDecide } from '@/lib/inbox/read-inbox';
import { createChat } from '@/lib/runs/chats';
import { readChats } from '@/lib/runs/read-chats';
import { assertModel, modelShape } from '../models/chosen';

const body = z.strictObject({
  mode: z.enum(['plan', 'default', 'yolo']).optional(),
  temporary: z.boolean().optional(),
  model: modelShape.optional(),
});

/** Ignores anything else in the address. */
const part = z.object({
  cursor: z.string().max(200, 'must have at most 200 characters').optional(),
  limit: z.coerce.number().int().min(1).max(200, 'must be at most 200').optional(),
  shelf: z.enum(['list', 'archive']).optional(),
  folder: z.string().max(64, 'must be the id of a folder, or none').optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query: part,
    async handle({ caller, query: { folder: named, ...query } }) {
      const { db } = await database();
      const folder = named === 'none' ? null : named;
      const [list, folders, toDecide] = await Promise.all([
        readChats(db, caller, { ...query, folder }),
        // The first page also lists the chats outside folders, so that a side bar needs one request.
        folder === null && query.cursor === undefined ? readFolders(db, caller) : undefined,
        countToDecide(db, caller),
      ]);
      return { ...list, ...(folders && { folders }), toDecide };
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, body }) {
      await assertModel(caller, body.model);
      const { db } = await database();
      const id = await createChat(db, caller, body.mode, body.temporary, body.model);
      return Response.json({ id }, { status: 201 });
    },
  }),
});
