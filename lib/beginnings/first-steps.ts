import 'server-only';
/** Which of the first steps a new team has done, by its rows; nothing if all are done or skipped. */
import type { Queryable } from '@/db/client';
import { configuredServers } from '@/lib/connections/for-caller';
import { readModels } from '@/lib/models/team/read-models';
import type { Caller } from '@/lib/people/caller';
import type { FirstStep, Preferences } from '@/lib/people/preferences';
import { listAdminsBut } from '@/lib/store/people';
import { findTeamStart, type TeamStart } from '@/lib/store/settings/first-steps';
import type { FirstStepsView } from './first-steps-view';

const STEPS_OF: Record<Caller['role'], FirstStep[]> = {
  admin: ['model', 'records', 'invite', 'ask', 'card'],
  member: ['model', 'ask', 'card'],
  viewer: ['model', 'ask', 'card'],
  auditor: [],
};
const MOST_ADMINS = 3;

/** @param hasModel a language model answers rather than the built-in rules */
export async function readFirstSteps(
  db: Queryable,
  caller: Caller,
  skipped: Preferences['skipped'],
  hasModel: boolean,
): Promise<FirstStepsView | null> {
  const { role } = caller;
  const wanted = STEPS_OF[role].filter((step) => !skipped.includes(step));
  if (skipped.includes('all') || wanted.length === 0) return null;
  const start = await findTeamStart(db, caller);
  const steps = wanted.map((step) => ({ step, isDone: isDone(step, start, hasModel) }));
  if (steps.every((one) => one.isDone)) return null;
  const view = { steps, mayTakeExample: role === 'admin' && !start.hasRecords };
  if (role === 'admin') return { ...view, models: await readModels(db, caller) };
  return hasModel ? view : { ...view, admins: await adminsOf(db, caller) };
}

function isDone(step: FirstStep, start: TeamStart, hasModel: boolean): boolean {
  switch (step) {
    case 'model':
      return hasModel;
    case 'records':
      return start.hasRecords || start.hasServer || configuredServers().servers.length > 0;
    case 'invite':
      return start.hasInvited;
    case 'ask':
      return start.hasAsked;
    default:
      // Seeing it has been recorded.
      return false;
  }
}

async function adminsOf(db: Queryable, { teamId, userId }: Caller): Promise<string[]> {
  const admins = await listAdminsBut(db, teamId, userId);
  return admins.slice(0, MOST_ADMINS).map(({ name }) => name);
}
