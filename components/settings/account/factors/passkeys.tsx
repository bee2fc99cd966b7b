'use client';
/** A person's passkeys: added, named, removed. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { makePasskey } from '@/components/api/passkey';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { say, sayWith } from '@/components/words/say';
import { type FactorsView, PASSKEY_NAME, type PasskeyView } from '@/lib/account/factors/factors-view';
import { AskProof } from './ask-proof';
import type { Codes } from './use-factors';

interface PasskeysProps {
  factors: FactorsView;
  onChanged(codes: string[] | null): Promise<void>;
}

type MakeOptions = Parameters<typeof makePasskey>[0];

export function Passkeys({ factors, onChanged }: PasskeysProps) {
  const [adds, setAdds] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <div className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col">
        <div className="min-w-0 flex-1">
          <p className="font-medium text-14 text-ink">{say('factors.passkeys')}</p>
          <p className="mt-0.5 text-13 text-muted">{say('factors.passkeys.why')}</p>
        </div>
        <Button onClick={() => setAdds(true)}>{say('factors.passkeys.add')}</Button>
      </div>
      {factors.passkeys.map((one) => (
        <PasskeyRow key={one.id} passkey={one} factors={factors} onChanged={onChanged} />
      ))}
      {adds && (
        <AskProof
          title={say('factors.passkeys.add')}
          proved={{ what: 'add passkey' }}
          factors={factors}
          notDone={say('factors.passkeys.not-added')}
          submit={say('factors.go-on')}
          onProof={async (proof) => {
            const options = await request<MakeOptions>('POST', '/api/account/factors/passkeys', proof);
            const response = await makePasskey(options);
            const body = { response, name: name.trim() };
            const { codes } = await request<Codes>('POST', '/api/account/factors/passkeys/confirm', body);
            setName('');
            await onChanged(codes);
          }}
          onClose={() => setAdds(false)}
        >
          <p className="mt-2 text-14 text-ink-2">{say('factors.passkeys.add-why')}</p>
          <TextField
            label={say('factors.passkeys.name')}
            maxLength={PASSKEY_NAME.max}
            value={name}
            onChange={setName}
            className="mt-4"
          />
        </AskProof>
      )}
    </>
  );
}

interface PasskeyRowProps extends PasskeysProps {
  passkey: PasskeyView;
}

function PasskeyRow({ passkey, factors, onChanged }: PasskeyRowProps) {
  const [asks, setAsks] = useState<'name' | 'remove' | null>(null);
  const { id, name, addedAt, isSynced } = passkey;
  const shown = name === '' ? say('factors.passkeys.unnamed') : visibleString(name);
  return (
    <div
      data-testid="passkey"
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p className="break-words text-14 text-ink">
          {name === '' ? say('factors.passkeys.unnamed') : <ShownText text={name} />}
        </p>
        <p className="mt-0.5 text-13 text-muted">
          {sayWith('factors.passkeys.added', { when: () => <Moment iso={addedAt} sentence /> })}{' '}
          {isSynced && say('factors.passkeys.synced')}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <Button
          aria-label={say('factors.passkeys.rename-it', { name: shown })}
          onClick={() => setAsks('name')}
        >
          {say('factors.passkeys.rename')}
        </Button>
        <Button
          aria-label={say('factors.passkeys.remove-it', { name: shown })}
          onClick={() => setAsks('remove')}
        >
          {say('factors.passkeys.remove')}
        </Button>
      </div>
      {asks === 'name' && (
        <Rename passkey={passkey} onRenamed={() => onChanged(null)} onClose={() => setAsks(null)} />
      )}
      {asks === 'remove' && (
        <AskProof
          needs="both"
          proved={{ what: 'remove passkey', of: id }}
          title={say('factors.passkeys.remove-it', { name: shown })}
          factors={factors}
          notDone={say('factors.passkeys.not-removed')}
          submit={say('factors.passkeys.remove')}
          onProof={async (proof) => {
            await request('DELETE', `/api/account/factors/passkeys/${id}`, proof);
            await onChanged(null);
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  );
}

interface RenameProps {
  passkey: PasskeyView;
  onRenamed(): Promise<void>;
  onClose(): void;
}

function Rename({ passkey, onRenamed, onClose }: RenameProps) {
  const [name, setName] = useState(passkey.name);
  const { doing, outcome, act } = useAct();
  const rename = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void act('', say('factors.not-changed'), async () => {
      await request('PATCH', `/api/account/factors/passkeys/${passkey.id}`, { name: name.trim() });
      close();
      await onRenamed();
      return undefined;
    });
  };
  return (
    <Dialog title={say('factors.passkeys.rename')} onClose={onClose}>
      {(close) => (
        <form onSubmit={rename(close)}>
          <TextField
            data-focus
            label={say('factors.passkeys.name')}
            maxLength={PASSKEY_NAME.max}
            required
            value={name}
            onChange={setName}
            className="mt-4"
          />
          <OutcomeLine outcome={outcome} />
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{say('team.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null}>
              {say('factors.passkeys.rename')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
