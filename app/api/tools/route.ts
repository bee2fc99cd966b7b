/**
 * The servers' tools as the caller may use them; admins also see which servers have problems. With `?message=` instead
 * the tools that the message would be offered, and why.
 */
import { z } from 'zod';
import { explainSelection } from '@/lib/agent/explain-selection';
import { type Compare, offersFor } from '@/lib/agent/run-tools';
import { teamMemory } from '@/lib/agent/tool-memory';
import { toolViews } from '@/lib/agent/tool-views';
import { readPolicy } from '@/lib/approvals/policy-settings';
import { listedFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { works } from '@/lib/people/roles';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { findTeamModel } from '@/lib/store/settings/team-model';

const query = z.object({ message: z.string().max(10_000).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query,
    async handle({ caller, signal, query: { message } }) {
      if (message !== undefined && !works(caller.role)) {
        throw new AppError('forbidden', 'An auditor reads the record, and nothing else of the team.');
      }
      const { db } = await database();
      const [{ tools, problems }, { rules }] = await Promise.all([listedFor(caller), readPolicy(db, caller)]);
      if (message !== undefined) {
        const [{ offers: set, vectors, model }, memory, own] = await Promise.all([
          runDependencies(),
          teamMemory(db, caller.teamId),
          findTeamModel(db, caller.teamId),
        ]);
        const offers = offersFor(model(null, own), set);
        const compare: Compare | undefined =
          vectors && ((some, text) => vectors.nearness(some, text, signal));
        const sample = { tools, role: caller.role, rules, message, offers, memory, compare };
        return { selection: await explainSelection(sample) };
      }
      const views = toolViews(tools, caller.role, rules);
      return caller.role === 'admin' ? { tools: views, problems } : { tools: views };
    },
  }),
});
