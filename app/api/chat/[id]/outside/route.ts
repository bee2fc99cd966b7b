/** The mark of a chat that content from outside has entered. */
import { rejudgeChat } from '@/lib/approvals/rejudge';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { clearOutside } from '@/lib/runs/chats';
import { announce } from '@/lib/runs/follow/events';
import { readChat } from '@/lib/runs/read-chats';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db, notify } = await runDependencies();
      const id = params.id ?? '';
      await clearOutside(db, caller, id);
      const changed = await rejudgeChat(db, caller, id, notify);
      for (const chatId of new Set([id, ...changed])) await announce(db, chatId);
      return readChat(db, caller, id);
    },
  }),
});
