/** The contents of a text file in the team's workspace, from a given line. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { readWorkspaceFile } from '@/lib/offerings/workspace-files';

const query = z.strictObject({
  path: z.string().min(1).max(4096),
  offset: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query, request, signal }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      return readWorkspaceFile(db, caller, query, signal);
    },
  }),
});
