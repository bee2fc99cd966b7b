/** A shared chat, and its withdrawal. */
import { readShare, withdrawShare } from '@/lib/chats/shares';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const shared = await readShare(db, caller, params.id ?? '');
      if (!shared) throw new AppError('not_found', 'This link leads nowhere, or it was withdrawn.');
      return shared;
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await withdrawShare(db, caller, params.id ?? '');
    },
  }),
});
