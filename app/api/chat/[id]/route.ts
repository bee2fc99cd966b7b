/** One chat: as stored, renamed or switched to another mode, deleted. */
import { z } from 'zod';
import { eraseTemporary } from '@/lib/chats/bin';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { deleteChat, updateChat } from '@/lib/runs/chats';
import { announce } from '@/lib/runs/follow/events';
import { readChat } from '@/lib/runs/read-chats';
import { assertModel, modelShape } from '../../models/chosen';

const change = z.strictObject({
  title: z.string().max(200, 'must have at most 200 characters').optional(),
  mode: z.enum(['plan', 'default', 'yolo']).optional(),
  model: modelShape.optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  folder: z.string().min(1).max(64, 'must be the id of a folder, or null').nullable().optional(),
});

/** Ignores anything else in the address. */
const part = z.object({
  before: z.string().min(1).max(64, 'must be the id of a message').optional(),
  limit: z.coerce.number().int().min(1).max(200, 'must be at most 200').optional(),
  size: z.coerce.number().int().min(1_000).max(400_000, 'must be at most 400000').optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query: part,
    async handle({ caller, params, query }) {
      const { db } = await database();
      const chat = await readChat(db, caller, params.id ?? '', query);
      if (!chat) throw new AppError('not_found', 'There is no such chat.');
      return chat;
    },
  }),
  PATCH: endpoint({
    body: change,
    async handle({ caller, params, body }) {
      await assertModel(caller, body.model);
      const { db } = await database();
      const id = params.id ?? '';
      await updateChat(db, caller, id, body);
      await announce(db, id);
      return readChat(db, caller, id);
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const id = params.id ?? '';
      await deleteChat(db, caller, id);
      await eraseTemporary(db, id);
      await announce(db, id);
    },
  }),
});
