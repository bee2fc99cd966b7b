'use client';
/** A confirmed call that is held: the time left, by the reader's clock, and the button that takes it back. */
import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { takeBackHeld } from '@/components/api/take-back-held';
import { Moment } from '@/components/shown/moment';
import { visibleString } from '@/components/shown/visible-text';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { nameOf } from '../call-name';
import { CARD_BUTTON } from '../card-frame';
import { holdWords } from './hold-words';

interface HeldCallProps {
  approval: ApprovalView;
  takeBack?: (approvalId: string) => ReturnType<typeof takeBackHeld>;
}

export function HeldCall({ approval, takeBack: send = takeBackHeld }: HeldCallProps) {
  const { held } = approval;
  const left = useSecondsLeft(held?.until);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isHydrated = useHydrated();
  if (!held) return null;
  const takeBack = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const answer = await send(approval.id);
    // After it was taken back, this disappears as soon as the page is notified.
    if (answer.ok) return;
    setProblem(answer.message);
    setBusy(false);
  };
  return (
    <fieldset
      data-testid="approval-held"
      data-approval-id={approval.id}
      aria-label={say('hold.name', { name: visibleString(nameOf(approval)) })}
      className="mt-1 min-w-0 rounded-card border border-card-edge bg-card p-3.5 text-card-ink"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 gap-2 text-14">
          <Icon of={Hourglass} size={16} className="mt-0.5 shrink-0 text-wait" />
          <span>
            <span aria-hidden className="tabular-nums">
              {left > 0 ? say('hold.runs-in', { time: holdWords(left) }) : say('hold.runs-now')}
            </span>
            {/* The countdown is not read out; the time at which it ends is. */}
            <span className="sr-only">
              {sayWith('hold.runs-at', { time: () => <Moment iso={held.until} sentence /> })}
            </span>
          </span>
        </p>
        {held.mayTakeBack && (
          <button
            type="button"
            disabled={!isHydrated}
            aria-disabled={isBusy}
            onClick={takeBack}
            className={CARD_BUTTON}
          >
            {isBusy ? say('hold.taking-back') : say('hold.take-back')}
          </button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 font-medium text-14">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Counts down by itself. */
function useSecondsLeft(until: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until === undefined ? 0 : Math.max(Math.ceil((Date.parse(until) - now) / 1000), 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}
