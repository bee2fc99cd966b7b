/** The tools of the servers as the caller may use them; admins also learn which servers have problems. */
import { toolViews } from '@/lib/agent/tool-views';
import { readPolicy } from '@/lib/approvals/policy-settings';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      const [{ tools, problems }, { rules }] = await Promise.all([
        connectionsFor(caller).list(),
        readPolicy(db, caller),
      ]);
      const views = toolViews(tools, caller.role, rules);
      return caller.role === 'admin' ? { tools: views, problems } : { tools: views };
    },
  }),
});
