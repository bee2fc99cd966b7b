'use client';
/** The authenticator app: set up with its first code, replaced by another one, turned off. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { useNoMail } from '@/components/shell/workspace';
import { Button } from '@/components/ui/button';
import { Dialog, DialogFoot } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { AppOffer, FactorsView } from '@/lib/account/factors/factors-view';
import { AskProof } from './ask-proof';
import { QrCode } from './qr-code';
import type { Codes } from './use-factors';

interface AppSetupProps {
  factors: FactorsView;
  onChanged(codes: string[] | null): Promise<void>;
}

export function AppSetup({ factors, onChanged }: AppSetupProps) {
  const [asks, setAsks] = useState<'set' | 'off' | null>(null);
  const noMail = useNoMail();
  const [offer, setOffer] = useState<AppOffer | null>(null);
  const { app } = factors;
  return (
    <div className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-14 text-ink">{say('factors.app')}</p>
        <p className="mt-0.5 text-13 text-muted">{say(app ? 'factors.app.on' : 'factors.app.off')}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <Button onClick={() => setAsks('set')}>{say(app ? 'factors.app.change' : 'factors.app.set')}</Button>
        {app && <Button onClick={() => setAsks('off')}>{say('factors.app.turn-off')}</Button>}
      </div>
      {asks === 'set' && (
        <AskProof
          title={say('factors.app.set')}
          proved={{ what: 'set up app' }}
          factors={factors}
          notDone={say('factors.not-changed')}
          submit={say('factors.go-on')}
          onProof={async (proof) => setOffer(await request('POST', '/api/account/factors/app', proof))}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'off' && (
        <AskProof
          needs="both"
          proved={{ what: 'turn off app' }}
          title={say('factors.app.turn-off')}
          factors={factors}
          notDone={say('factors.not-changed')}
          submit={say('factors.app.turn-off')}
          onProof={async (proof) => {
            await request('DELETE', '/api/account/factors/app', proof);
            await onChanged(null);
          }}
          onClose={() => setAsks(null)}
        >
          <p className="mt-2 text-14 text-ink-2">
            {say(noMail ? 'factors.app.off-why.no-mail' : 'factors.app.off-why')}
          </p>
        </AskProof>
      )}
      {offer && <FirstCode offer={offer} onTaken={onChanged} onClose={() => setOffer(null)} />}
    </div>
  );
}

interface FirstCodeProps {
  offer: AppOffer;
  onTaken(codes: string[] | null): Promise<void>;
  onClose(): void;
}

function FirstCode({ offer, onTaken, onClose }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const { doing, outcome, act } = useAct();
  const take = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void act('', say('factors.not-changed'), async () => {
      const { codes } = await request<Codes>('POST', '/api/account/factors/app/confirm', {
        code: code.trim(),
      });
      close();
      await onTaken(codes);
      return undefined;
    });
  };
  return (
    <Dialog title={say('factors.app.set')} onClose={onClose}>
      {(close) => (
        <form onSubmit={take(close)}>
          <p className="mt-2 text-14 text-ink-2">{say('factors.app.scan')}</p>
          <div className="mt-4 flex justify-center">
            <QrCode text={offer.address} label={say('factors.app.picture')} />
          </div>
          <p className="mt-3 text-13 text-muted">{say('factors.app.type')}</p>
          <p data-testid="app-secret" className="mt-1 break-words font-mono text-13">
            {offer.typed.match(/.{1,4}/g)?.join(' ')}
          </p>
          <TextField
            data-focus
            label={say('factors.app.first')}
            inputMode="numeric"
            autoComplete="one-time-code"
            minLength={6}
            maxLength={7}
            required
            value={code}
            onChange={setCode}
            className="mt-4"
          />
          <OutcomeLine outcome={outcome} inView />
          <DialogFoot>
            <Button onClick={close}>{say('team.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null}>
              {say('factors.app.turn-on')}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}
