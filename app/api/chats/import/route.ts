/** Imports chats of ChatGPT and Claude, from their export files. */
import { after } from 'next/server';
import { z } from 'zod';
import { fillImported, importChats } from '@/lib/chats/import-chats';
import { MOST_IMPORT_BYTES } from '@/lib/chats/import-view';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

const query = z.object({ name: z.string().max(1_000, 'must have at most 1000 characters').optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    fileBytes: MOST_IMPORT_BYTES,
    query,
    async handle({ caller, query, file }) {
      const { db } = await database();
      const report = await importChats(db, caller, file, query.name);
      after(() => fillImported(db));
      return report;
    },
  }),
});
