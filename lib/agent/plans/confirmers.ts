import 'server-only';
/** Whether a plan's confirmation still counts: only as long as whoever gave it has the right to. */
import { mayConfirm } from '@/lib/approvals/rights';
import type { ApprovalRow } from '@/lib/store/approvals';
import { listConfirmations } from '@/lib/store/decisions';
import { findDecider } from '@/lib/store/people';
import type { TurnContext } from '../turn-context';

export async function stillHolds({ db, caller }: TurnContext, card: ApprovalRow): Promise<boolean> {
  const { requirement, editors, decidedBy } = card;
  const asked = { requestedBy: caller.userId, requirement, editors };
  const all = new Set([...(await listConfirmations(db, card.id)), ...(decidedBy ? [decidedBy] : [])]);
  for (const userId of all) {
    const person = await findDecider(db, userId);
    const isThere = person?.teamId === caller.teamId && !person.isStopped;
    if (!isThere || !mayConfirm(person, asked)) return false;
  }
  return all.size > 0;
}
