'use client';
/** Removes the second factor of a member who has lost it: the admin confirms their own identity. */
import { useState } from 'react';
import { useNoMail } from '@/components/shell/workspace';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import { AskProof, type Proof } from '../account/factors/ask-proof';

export interface ResetFactorProps {
  /** The member; the name as it is shown. */
  id: string;
  name: string;
  isBusy: boolean;
  /** Of the admin who looks at it. */
  factors: FactorsView;
  /** @throws why it was refused */
  onReset(proof: Proof): Promise<void>;
  onWasReset(): void;
}

export function ResetFactor({ id, name, isBusy, factors, onReset, onWasReset }: ResetFactorProps) {
  const [asks, setAsks] = useState(false);
  const noMail = useNoMail();
  return (
    <>
      <Button
        aria-label={say('team.reset-factor-of', { name })}
        disabled={isBusy}
        onClick={() => setAsks(true)}
      >
        {say('team.reset-factor')}
      </Button>
      {asks && (
        <AskProof
          needs="both"
          proved={{ what: 'reset another', of: id }}
          title={say('team.reset-factor-of', { name })}
          factors={factors}
          notDone={say('team.reset-factor.not')}
          submit={say('team.reset-factor')}
          onProof={onReset}
          onDone={onWasReset}
          onClose={() => setAsks(false)}
        >
          <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
            {say('team.reset-factor.why', { name })}{' '}
            {say(noMail ? 'team.reset-factor.no-mail' : 'team.reset-factor.by-mail', { name })}
          </p>
        </AskProof>
      )}
    </>
  );
}
