/** What asks whom, and the rules that admins set for the team and people for themselves. */
import { PolicySettings } from '@/components/settings/policy/policy-settings';
import { toolViews } from '@/lib/agent/tool-views';
import { readPolicy } from '@/lib/approvals/policy-settings';
import { listedFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { signedInToRead } from '../../../signed-in';

export default async function PolicyPage() {
  const caller = await signedInToRead();
  const { db } = await database();
  const [{ tools }, policy] = await Promise.all([listedFor(caller), readPolicy(db, caller)]);
  return <PolicySettings tools={toolViews(tools, caller.role, policy.rules)} policy={policy} />;
}
