'use client';
/** What the server answered to the rehearsal of a call, or why there is none. All of it is data. */
import { LongText } from '@/components/shown/long-text';
import { SwitchText } from '@/components/shown/switch-text';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Rehearsed } from '@/lib/tools/rehearsal';
import { CardSection } from '../card-frame';
import { Differences } from '../reading/differences';
import { ApprovalPreview, foldedLines } from './approval-preview';

interface RehearsalSectionProps {
  approval: ApprovalView;
  onOpened: ((what: string) => void) | undefined;
}

const keyOf = (what: string) => `rehearsed ${what}`;

/** The folded parts that have to be opened before everything has been seen. */
export function foldedRehearsal({ preview }: Pick<ApprovalView, 'preview'>): string[] {
  return foldedLines(answerIn(preview?.rehearsal)).map(keyOf);
}

/** The answer is hidden if it turned out to be no rehearsal. */
function answerIn(rehearsal: Rehearsed | undefined): NonNullable<Rehearsed['lines']> {
  return rehearsal?.status === 'done' ? (rehearsal.lines ?? []) : [];
}

export function RehearsalSection({ approval, onOpened }: RehearsalSectionProps) {
  const rehearsal = approval.preview?.rehearsal;
  if (!rehearsal) return null;
  const { status, differences, isItself } = rehearsal;
  const wasNone = status === 'changed' || status === 'unreadable';
  return (
    <CardSection title={say('rehearsal.title')}>
      <div data-testid="approval-rehearsal" data-status={status} className="space-y-1">
        {isItself && (
          <p data-testid="rehearsal-itself" className="break-words font-medium text-14 text-card-ink">
            {sayWith('rehearsal.itself', { switch: () => <SwitchText {...rehearsal} /> })}
          </p>
        )}
        <div className={`break-words text-14 ${wasNone ? 'font-medium text-card-ink' : 'text-card-ink-2'}`}>
          <Sentence {...rehearsal} />
        </div>
        {status === 'done' && (
          <ApprovalPreview
            lines={answerIn(rehearsal)}
            onOpened={onOpened && ((what) => onOpened(keyOf(what)))}
          />
        )}
        {differences && differences.length > 0 && (
          <Differences differences={differences} of={approval} onCard />
        )}
      </div>
    </CardSection>
  );
}

function Sentence({ status, words = '', ...rehearsal }: Rehearsed) {
  const name = { switch: () => <SwitchText {...rehearsal} /> };
  if (status === 'off') return say('rehearsal.off');
  if (status !== 'failed' && status !== 'unsent') return sayWith(`rehearsal.${status}`, name);
  const why = () => (
    <LongText text={told(words)} name={say('rehearsal.title')} buttonClass="border-card-ink text-card-ink" />
  );
  return status === 'unsent'
    ? sayWith('rehearsal.unsent', { why })
    : sayWith('rehearsal.failed', { ...name, why });
}
