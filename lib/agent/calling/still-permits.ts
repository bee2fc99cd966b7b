/**
 * Whether what was decided about a call lets it run as it is judged now; each function throws what stands against it.
 * Pure.
 */
import type { Ruling } from '@/lib/approvals/authority';
import type { Unasked } from '@/lib/approvals/claim';
import { isStricter, type Verdict } from '@/lib/policy/policy';
import type { ApprovalRow } from '@/lib/store/approvals';

/**
 * For a call with a card.
 * @returns by what it runs unasked, if it was merely held
 */
export function assertPermits(verdict: Ruling, permission: ApprovalRow): Unasked | undefined {
  if (verdict.effect === 'deny') throw new Error(`${verdict.reason} Nothing ran.`);
  // Nobody decided a held call: it may run only while the policy lets it run without asking.
  if (permission.kind === 'held') {
    if (verdict.effect === 'allow') return verdict;
    throw new Error(`${verdict.reason} Nobody was asked about this call and nothing ran; call again to ask.`);
  }
  const asksMore = isStricter(verdict.effect, permission.requirement);
  if (asksMore || (verdict.critical && !permission.critical)) {
    throw new Error(`${verdict.reason} That is more than was asked before; nothing ran, call again to ask.`);
  }
  return undefined;
}

/** For a call that did not have to ask anybody. */
export function assertUnasked({ effect, reason }: Pick<Verdict, 'effect' | 'reason'>): void {
  if (effect === 'deny') throw new Error(`${reason} Nothing ran.`);
  if (effect !== 'allow') {
    throw new Error('This call was not confirmed, or was used already. Nothing ran.');
  }
}

/** For a call that a person had run again. */
export function assertAsksNoMore({ effect, critical, reason }: Ruling): void {
  if (isStricter(effect, 'ask') || critical) throw new Error(`${reason} Nothing ran; call again to ask.`);
}
