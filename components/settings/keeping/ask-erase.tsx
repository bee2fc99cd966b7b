'use client';
/** Asks for confirmation before somebody is erased: what is deleted and what stays. */
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import { type ErasurePlan, GOES, STAYS } from '@/lib/keeping/erasure-view';
import { AskProof, type Proof } from '../account/factors/ask-proof';

interface AskEraseProps {
  plan: ErasurePlan;
  factors: FactorsView;
  onErase(proof: Proof): Promise<void>;
  /** Called once the dialog has closed. */
  onErased(): void;
  onClose(): void;
}

export function AskErase({ plan, factors, onErase, onErased, onClose }: AskEraseProps) {
  const title = say('erasing.title', { name: visibleString(plan.name) });
  if (plan.refusal !== null) {
    return (
      <Dialog title={title} onClose={onClose}>
        {(close) => (
          <>
            <p className="mt-2 text-14 text-ink-2">{told(plan.refusal)}</p>
            <div className="mt-5 flex justify-end">
              <Button data-focus onClick={close}>
                {say('erasing.close')}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    );
  }
  return (
    <AskProof
      title={title}
      factors={factors}
      needs="both"
      proved={{ what: 'erase another', of: plan.id }}
      notDone={say('erasing.not')}
      submit={say('erasing.do')}
      onProof={onErase}
      onDone={onErased}
      onClose={onClose}
    >
      <p className="mt-2 text-14 text-ink-2">{say(plan.isMember ? 'erasing.out' : 'erasing.for-good')}</p>
      <p className="mt-3 font-medium text-14">{say('erasing.goes')}</p>
      <ul className="mt-1 list-disc pl-5 text-14 text-ink-2">
        <li>{say('erasing.goes.always')}</li>
        {GOES.map((what) => {
          const count = plan.goes[what] ?? 0;
          return count > 0 && <li key={what}>{say(`erasing.count.${what}`, { count })}</li>;
        })}
      </ul>
      <p className="mt-3 font-medium text-14">{say('erasing.stays')}</p>
      <ul className="mt-1 list-disc pl-5 text-14 text-ink-2">
        {STAYS.map((what) => {
          const count = plan.stays[what] ?? 0;
          return count > 0 && <li key={what}>{say(`erasing.count.${what}`, { count })}</li>;
        })}
      </ul>
      <p className="mt-3 font-medium text-14">{say('erasing.stays.as-it-is')}</p>
      <ul className="mt-1 list-disc pl-5 text-14 text-ink-2">
        <li>{say('erasing.stays.others')}</li>
        <li>{say('erasing.stays.backups')}</li>
      </ul>
    </AskProof>
  );
}
