/** What admins have stopped: everybody in the team can read it, admins can add halts. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { type Halt, MOST_WORDS } from '@/lib/policy/halts';
import { readHalts, stopAtOnce } from '@/lib/rules/halting';
import { tellPolicy } from '@/lib/runs/follow/events';

const reason = z
  .string()
  .trim()
  .min(1, 'must say why')
  .max(MOST_WORDS, `must have at most ${MOST_WORDS} characters`);
const name = z.string().min(1).max(200, 'must have at most 200 characters');

const halt = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['writes', 'clients']), reason }),
  z.strictObject({ kind: z.literal('server'), server: name, reason }),
  z.strictObject({ kind: z.literal('tool'), server: name, tool: name, reason }),
  z.strictObject({ kind: z.literal('person'), userId: name, reason }),
]);

const NOTHING: Omit<Halt, 'kind' | 'reason'> = { server: null, tool: null, userId: null };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller }) {
      const { db } = await database();
      return readHalts(db, caller);
    },
  }),
  POST: endpoint({
    body: halt,
    async handle({ caller, body }) {
      const { db } = await database();
      const view = await stopAtOnce(db, caller, { ...NOTHING, ...body });
      tellPolicy(caller, false, view.version);
      return view;
    },
  }),
});
