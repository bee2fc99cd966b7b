'use client';
/**
 * What all cards of a list have in common, said once: whose tool it is, what it does, why it asks, and what confirming
 * leads to.
 */
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { AllItSays, Badges } from '../approval/approval-content';
import { cardSentence } from '../approval/approval-words';

export function AlikeHead({ approvals }: { approvals: readonly ApprovalView[] }) {
  const [first] = approvals;
  if (!first) return null;
  // What a write adds differs between them.
  const sentence = first.risk === 'write' ? '' : cardSentence(first);
  return (
    <div className="mt-2">
      <p className="text-13 text-card-ink-2">
        {sayWith('card.server-trusted', { server: () => <ShownText text={first.server} /> })}
      </p>
      <HiddenNote text={first.server} />
      {sentence !== '' && (
        <p className="mt-1 max-w-[34rem] break-words text-14 text-card-ink">
          <ShownText text={sentence} />
        </p>
      )}
      <HiddenNote text={sentence} />
      <Badges approval={first} className="mt-2.5" />
      <p className="mt-2 break-words text-13 text-card-ink-2">
        <ShownText text={told(first.reason)} />
      </p>
      {!areOfSeveral(approvals) && <AskedBy who={first.requestedBy} />}
      <AllItSays approval={first} />
    </div>
  );
}

export const areOfSeveral = (approvals: readonly ApprovalView[]) =>
  new Set(approvals.map(({ requestedBy }) => requestedBy.id)).size > 1;

export function AskedBy({ who }: { who: ApprovalView['requestedBy'] }) {
  return (
    <p className="text-13 text-card-ink-2">
      {sayWith('alike.asked-by', { who: () => <ShownText text={who.name} /> })}
    </p>
  );
}
