'use client';
/** A person's second factors: an authenticator app, passkeys, recovery codes. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { Moment } from '@/components/shown/moment';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import { type FactorsView, hasFactor } from '@/lib/account/factors/factors-view';
import { ENTRIES } from '../../entries';
import { AppSetup } from './app-setup';
import { AskProof } from './ask-proof';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { type Codes, useFactors } from './use-factors';

interface FactorsProps {
  factors: FactorsView;
  /** Called after one was added or removed, since other sessions may have been signed out. */
  onChanged(): Promise<void>;
  /** Called once the recovery codes have been saved. */
  onKept?: () => void;
}

export function Factors({ factors: initial, onChanged, onKept }: FactorsProps) {
  const { factors, codes, refresh, putAway } = useFactors(initial, onChanged);
  const kept = () => {
    putAway();
    onKept?.();
  };
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('factors.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">
        {say(factors.isDemo ? 'factors.demo' : 'factors.why')}
      </p>
      {codes && <RecoveryCodes codes={codes} onDone={kept} />}
      {!factors.isDemo && (
        <div className={ENTRIES}>
          <AppSetup factors={factors} onChanged={refresh} />
          <Passkeys factors={factors} onChanged={refresh} />
          {hasFactor(factors) && <Recovery factors={factors} onChanged={refresh} />}
        </div>
      )}
    </section>
  );
}

interface RecoveryProps {
  factors: FactorsView;
  onChanged(codes: string[] | null): Promise<void>;
}

function Recovery({ factors, onChanged }: RecoveryProps) {
  const [asks, setAsks] = useState(false);
  const { codes: count, codesMadeAt } = factors;
  return (
    <div className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-14 text-ink">{say('factors.codes')}</p>
        <p className="mt-0.5 text-13 text-muted">
          {say('factors.codes.left', { count })}{' '}
          {codesMadeAt !== null &&
            sayWith('factors.codes.made', { when: () => <Moment iso={codesMadeAt} sentence /> })}
        </p>
      </div>
      <Button onClick={() => setAsks(true)}>{say('factors.codes.new')}</Button>
      {asks && (
        <AskProof
          title={say('factors.codes.new')}
          proved={{ what: 'recovery codes' }}
          factors={factors}
          notDone={say('factors.codes.not-made')}
          submit={say('factors.codes.new')}
          onProof={async (proof) => {
            const made = await request<Codes>('POST', '/api/account/factors/codes', proof);
            await onChanged(made.codes);
          }}
          onClose={() => setAsks(false)}
        >
          <p className="mt-2 text-14 text-ink-2">{say('factors.codes.new-why')}</p>
        </AskProof>
      )}
    </div>
  );
}
