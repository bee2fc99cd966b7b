/** Has the older part of the person's own chat summarised for the model; its messages stay. */
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { summariseChat } from '@/lib/runs/beside/summarise-chat';
import { readChat } from '@/lib/runs/read-chats';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params, signal }) {
      const deps = await runDependencies();
      const id = params.id ?? '';
      await summariseChat(deps, caller, id, signal);
      return (await readChat(deps.db, caller, id, { limit: 1 }))?.summary;
    },
  }),
});
