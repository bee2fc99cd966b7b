/** A preset for the tools of the workspace: a rule of the team for each, set at once. */
import { z } from 'zod';
import { setPreset } from '@/lib/approvals/policy-settings';
import { rejudgeWaiting } from '@/lib/approvals/rejudge';
import { connectionsFor } from '@/lib/connections/for-caller';
import { endpoint, methods } from '@/lib/http/route';
import { PRESET_SERVER, PRESETS } from '@/lib/rules/presets';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { announce, tellPolicy } from '@/lib/runs/follow/events';

const body = z.strictObject({ preset: z.enum(PRESETS) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body,
    async handle({ caller, body: { preset } }) {
      const { db, notify } = await runDependencies();
      const { tools } = await connectionsFor(caller).list();
      const policy = await setPreset(db, caller, preset, tools);
      tellPolicy(caller, false, policy.version);
      const place = { server: PRESET_SERVER, tool: null, own: false };
      for (const chatId of await rejudgeWaiting(db, caller, place, notify)) await announce(db, chatId);
      return policy;
    },
  }),
});
