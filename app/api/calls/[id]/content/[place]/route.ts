/** An image, a sound or a file from a call's result, for anyone who may see its chat. */
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { readMedia } from '@/lib/execution/call-media';
import { mediaResponse } from '@/lib/http/media';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { canSeeChat } from '@/lib/runs/read-chats';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params, request }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      const kept = await readMedia(db, caller.teamId, `${params.id}/${params.place}`);
      if (!kept || !(await canSeeChat(db, caller, kept.chatId))) {
        throw new AppError('not_found', 'There is nothing here.');
      }
      return mediaResponse(kept, request.headers);
    },
  }),
});
