/** The active run's stream from its beginning, for a tab that returns or joins. */
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { followResponse } from '@/lib/runs/follow/follow';
import { liveOf } from '@/lib/runs/follow/live';
import { mirrorOf } from '@/lib/runs/follow/mirror';
import { canSeeChat } from '@/lib/runs/read-chats';
import { stillSees } from '../../still-sees';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params, request }) {
      const { db } = await database();
      const id = params.id ?? '';
      if (!(await canSeeChat(db, caller, id))) throw new AppError('not_found', 'There is no such chat.');
      const live = liveOf(id) ?? (await mirrorOf(db, id));
      return live && followResponse(live, stillSees(db, request.headers, id));
    },
  }),
});
