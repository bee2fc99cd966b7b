/** The tools of the servers as the caller may use them; admins also learn which servers have problems. */
import { toolViews } from '@/lib/agent/tool-views';
import { connectionsFor } from '@/lib/connections/for-caller';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { tools, problems } = await connectionsFor(caller).list();
      const views = toolViews(tools, caller.role);
      return caller.role === 'admin' ? { tools: views, problems } : { tools: views };
    },
  }),
});
