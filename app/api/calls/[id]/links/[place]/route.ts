/** A link in a call's result, read from its server when a person presses it. */
import { offersFor } from '@/app/api/offers/context';
import { endpoint, methods } from '@/lib/http/route';
import { readLink } from '@/lib/offerings/read-link';
import { canSeeChat } from '@/lib/runs/read-chats';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params: { id = '', place = '' }, signal }) {
      const context = await offersFor(caller, signal);
      const maySee = (chatId: string) => canSeeChat(context.db, caller, chatId);
      return Response.json(await readLink(context, { callId: id, place, maySee }), {
        headers: { 'cache-control': 'no-store' },
      });
    },
  }),
});
