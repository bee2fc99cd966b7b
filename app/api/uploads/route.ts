/** A file that is to be sent with a message: read, judged by its bytes, and kept. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { MOST_BYTES } from '@/lib/uploads/limits';
import { takeUpload } from '@/lib/uploads/take-upload';
import { MOST_FILES } from '@/lib/values/attachment';

const query = z.object({ name: z.string().max(1_000, 'must have at most 1000 characters').default('') });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    query,
    fileBytes: MOST_BYTES,
    // As many files as a message takes are uploaded at once.
    filesWaiting: MOST_FILES,
    async handle({ caller, query, file }) {
      const { db } = await database();
      return Response.json(await takeUpload(db, caller, query.name, file), { status: 201 });
    },
  }),
});
