/** The models to choose from for a chat; the default first. Admins also see which one the team has connected. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readModels } from '@/lib/models/team/read-models';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readModels(db, caller);
    },
  }),
});
