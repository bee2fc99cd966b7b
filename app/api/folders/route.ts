/** The person's own folders, and creating one. */
import { z } from 'zod';
import { makeFolder, readFolders } from '@/lib/chats/folders';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { folderName } from './shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { folders: await readFolders(db, caller) };
    },
  }),
  POST: endpoint({
    body: z.strictObject({ name: folderName }),
    async handle({ caller, body }) {
      const { db } = await database();
      return Response.json(await makeFolder(db, caller, body.name), { status: 201 });
    },
  }),
});
