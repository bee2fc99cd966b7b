/** The policy's rules: the team's and the person's own. */
import { z } from 'zod';
import { readPolicy, setRule } from '@/lib/approvals/policy-settings';
import { rejudgeWaiting } from '@/lib/approvals/rejudge';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { EFFECTS } from '@/lib/policy/policy';
import { LONGEST_HOLD, LONGEST_OPEN_FOR } from '@/lib/rules/policy-rules';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { announce, tellPolicy } from '@/lib/runs/follow/events';

const name = z.string().min(1).max(200, 'must have at most 200 characters');

const rule = z.strictObject({
  server: name,
  tool: name.nullable(),
  own: z.boolean().default(false),
  effect: z.enum(EFFECTS).nullable(),
  locked: z.boolean().default(false),
  critical: z.boolean().default(false),
  openForHours: z
    .number()
    .int()
    .min(1)
    .max(LONGEST_OPEN_FOR, `must be at most ${LONGEST_OPEN_FOR}`)
    .nullable()
    .default(null),
  // Absent: unchanged.
  holdSeconds: z
    .number()
    .int()
    .min(1)
    .max(LONGEST_HOLD, `must be at most ${LONGEST_HOLD}`)
    .nullable()
    .optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller }) {
      const { db } = await database();
      return readPolicy(db, caller);
    },
  }),
  PUT: endpoint({
    body: rule,
    async handle({ caller, body }) {
      const { db, notify } = await runDependencies();
      const policy = await setRule(db, caller, body);
      tellPolicy(caller, body.own, policy.version);
      const changed = await rejudgeWaiting(db, caller, body, notify);
      for (const chatId of changed) await announce(db, chatId);
      return policy;
    },
  }),
});
