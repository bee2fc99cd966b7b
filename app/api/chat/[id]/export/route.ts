/** The person's own chat as a file, secrets masked. */
import { z } from 'zod';
import { exportWords } from '@/app/export-words';
import { markdownFile } from '@/lib/chats/markdown-file';
import { readSnapshot } from '@/lib/chats/read-snapshot';
import { database } from '@/lib/database';
import { fileResponse } from '@/lib/http/file';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';

const query = z.strictObject({ format: z.enum(['md', 'json']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, params, query: { format }, request }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      const { title, messages } = await readSnapshot(db, caller, params.id ?? '');
      if (format === 'md')
        return fileResponse(
          `${title}.md`,
          'text/markdown',
          markdownFile({ title, messages }, await exportWords()),
        );
      return fileResponse(`${title}.json`, 'application/json', JSON.stringify({ title, messages }, null, 2));
    },
  }),
});
