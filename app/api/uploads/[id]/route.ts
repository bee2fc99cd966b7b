/**
 * An uploaded file, for its uploader and for anyone who may see a chat with it; and deleting one that was never sent.
 */
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { mediaResponse } from '@/lib/http/media';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { canSeeChat } from '@/lib/runs/read-chats';
import { readUpload } from '@/lib/uploads/read-upload';
import { forgetUpload } from '@/lib/uploads/take-upload';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params, request }) {
      refuseOtherSites(request.headers);
      const { db } = await database();
      const maySee = (chatId: string) => canSeeChat(db, caller, chatId);
      const upload = await readUpload(db, caller, params.id ?? '', maySee);
      if (!upload) throw new AppError('not_found', 'There is nothing here.');
      return mediaResponse(upload, request.headers);
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await forgetUpload(db, caller, params.id ?? '');
    },
  }),
});
