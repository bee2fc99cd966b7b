/** The contents of a folder in the team's workspace. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { listFolder } from '@/lib/offerings/workspace-files';

const query = z.strictObject({
  path: z.string().max(4096).default('.'),
  cursor: z.string().min(1).max(4200).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query, request, signal }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      return listFolder(db, caller, query, signal);
    },
  }),
});
