'use client';
/** Connects a model. Its key is sent once, checked with a small request, and never shown again. */
import { type FormEvent, useEffect, useRef } from 'react';
import { OutcomeLine } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say } from '@/components/words/say';
import type { TeamModelView } from '@/lib/models/model-view';
import { withScheme } from '../servers/entered-address';
import type { Connecting } from './use-connecting';

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
const ADDRESS = {
  ...PLAIN,
  name: 'baseUrl',
  inputMode: 'url' as const,
  placeholder: 'https://',
  maxLength: 500,
};

interface ConnectFormProps {
  /** The model that it replaces. */
  before: TeamModelView | null;
  connecting: Connecting;
  /** Absent if there is nothing to return to: then there is no Cancel button. */
  onCancel?: (() => void) | undefined;
  onDone?: (() => void) | undefined;
}

export function ConnectForm({ before, connecting, onCancel, onDone }: ConnectFormProps) {
  const isHydrated = useHydrated();
  const { isBusy, connect, outcome } = connecting;
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the middle, since at its edge the page may be covered by the message box.
    if (outcome?.isRefusal) said.current?.scrollIntoView?.({ block: 'center' });
  }, [outcome]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const isDone = await connect({
      baseUrl: withScheme(text('baseUrl')),
      model: text('model'),
      key: text('key'),
    });
    if (!isDone) return;
    form.reset();
    onDone?.();
  };
  return (
    <form method="post" onSubmit={submit} className="mt-4 flex max-w-prose flex-col gap-4">
      <TextField {...ADDRESS} label={say('own-model.address')} defaultValue={before?.address ?? ''} />
      <TextField
        {...PLAIN}
        label={say('own-model.model')}
        hint={say('own-model.model.hint')}
        name="model"
        required
        maxLength={200}
        defaultValue={before?.model ?? ''}
      />
      <TextField
        {...PLAIN}
        label={say(before?.hasKey ? 'own-model.key-kept' : 'own-model.key')}
        hint={say('own-model.key.hint')}
        name="key"
        type="password"
        autoComplete="new-password"
        maxLength={1000}
      />
      {/* Above the button, which may be the last visible line. */}
      <div ref={said} className="empty:hidden">
        {outcome?.about === 'connect' && <OutcomeLine outcome={outcome} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="act" type="submit" disabled={isBusy || !isHydrated}>
          {say(isBusy ? 'own-model.checking' : 'own-model.submit')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{say('own-model.keep')}</Button>}
      </div>
    </form>
  );
}
