/** The props that both chat pages pass to the screen. */
import { type Effects, EXAMPLE, suggestionsFor } from '@/components/chat/suggestions';
import { messagesOf } from '@/components/words/catalogue';
import { put } from '@/components/words/language';
import { hasCustomer } from '@/db/queries/customers';
import { readPolicy } from '@/lib/approvals/policy-settings';
import { database } from '@/lib/database';
import { modelsOf } from '@/lib/models/team/read-models';
import type { Caller } from '@/lib/people/caller';
import type { Subject } from '@/lib/policy/policy';
import { effectOf, type PolicyRule } from '@/lib/rules/policy-rules';
import { whatDestroys } from '@/lib/rules/what-destroys';
import { findTeamStart } from '@/lib/store/settings/first-steps';
import { languageOfPage } from '../language';

export async function chatProps(caller: Caller) {
  const { all, views } = await modelsOf((await database()).db, caller);
  const [{ label, offline }] = all;
  const spoken = await languageOfPage();
  const isExample = await hasExample(caller);
  const { rules } = await readPolicy((await database()).db, caller);
  return {
    model: { label: offline ? put(spoken, 'model.offline') : label, offline, choices: views },
    suggestions: suggestionsFor(
      caller.role,
      isExample,
      // The demo's model understands only English.
      offline ? { locale: 'en', messages: messagesOf('en') } : spoken,
      new Date(),
      isExample ? effectsFor(rules, caller) : undefined,
      !isExample && !(await findTeamStart((await database()).db, caller)).hasRecords,
    ),
    whatDestroys: whatDestroys(rules, caller.role),
  };
}

/** As the team's and the person's rules have it for the two that are offered. */
function effectsFor(rules: readonly PolicyRule[], caller: Caller): Effects {
  const effect = (name: string, risk: Subject['risk']) =>
    effectOf(rules, { server: 'amber', name, risk, trusted: true }, caller.role);
  return {
    draft: effect('invoice_create_draft', 'write'),
    deletion: effect('customer_delete', 'destructive'),
  };
}

async function hasExample({ teamId }: Caller): Promise<boolean> {
  const { db } = await database();
  return hasCustomer(db, teamId, EXAMPLE);
}
