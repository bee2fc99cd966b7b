/** Costs of models and their limits: the person's own, for admins and auditors the team's. */
import { UsageSettings } from '@/components/settings/usage/usage-settings';
import { database } from '@/lib/database';
import { readUsage } from '@/lib/limits/usage';
import { readModels } from '@/lib/models/team/read-models';
import { readsRecord } from '@/lib/people/roles';
import { listMembers } from '@/lib/store/people';
import { signedInToRead } from '../../../signed-in';

export default async function UsagePage() {
  const caller = await signedInToRead();
  const { db } = await database();
  const [usage, people, { models }] = await Promise.all([
    readUsage(db, caller, 31),
    readsRecord(caller.role) ? listMembers(db, caller.teamId) : [],
    readModels(db, caller),
  ]);
  return <UsageSettings usage={usage} people={people} models={models} />;
}
