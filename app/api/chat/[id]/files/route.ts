/** The changes of a chat in the workspace: file by file, or as one patch. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { fileResponse } from '@/lib/http/file';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { changedInChat } from '@/lib/offerings/workspace-files';

const query = z.strictObject({ format: z.enum(['json', 'patch']).default('json') });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, params, query: { format }, request }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      const { files, isCut } = await changedInChat(db, caller, params.id ?? '');
      if (format === 'patch') {
        const patch = files.map((file) => file.patch ?? '').join('');
        return fileResponse('changes.patch', 'text/x-patch', patch);
      }
      return { files: files.map(({ patch: _patch, ...file }) => file), isCut };
    },
  }),
});
