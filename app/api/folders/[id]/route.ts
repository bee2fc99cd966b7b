/** One of the person's own folders: renamed, folded or unfolded, deleted. */
import { z } from 'zod';
import { changeFolder, removeFolder } from '@/lib/chats/folders';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { folderName } from '../shape';

const change = z
  .strictObject({ name: folderName, folded: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must name what is to change');

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    body: change,
    async handle({ caller, params, body }) {
      const { db } = await database();
      return changeFolder(db, caller, params.id ?? '', body);
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await removeFolder(db, caller, params.id ?? '');
    },
  }),
});
