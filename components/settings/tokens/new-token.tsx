'use client';
/** Creates a token: its name, which of the person's rights it gets, and for how long. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { MOST_NAME, type ServerChoice, type TokenDays } from '@/lib/outside/token-view';
import { Days, Rights, useGiven } from './rights';
import { Servers, useTicked } from './servers';

interface NewTokenProps {
  /** Scopes that may be given. */
  scopes: readonly string[];
  servers: readonly ServerChoice[];
  onMade(made: { id: string; token: string }): void;
}

/** Who makes a token says themselves what it may do. */
const NOTHING: readonly string[] = [];

export function NewToken({ scopes, servers, onMade }: NewTokenProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<TokenDays>(30);
  const { given, toggle, startAnew } = useGiven(NOTHING);
  const { ticked, tick, untickAll } = useTicked();
  const isNothing = given.size + ticked.size === 0;
  const { doing, outcome, act } = useAct();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const rights = { scopes: scopes.filter((scope) => given.has(scope)), servers: [...ticked] };
    const body = { name: name.trim(), ...rights, days };
    await act('', say('tokens.none-made'), async () => {
      onMade(await request<{ id: string; token: string }>('POST', '/api/tokens', body));
      setName('');
      // The rights of one client must not be the default for the next.
      startAnew();
      untickAll();
    });
  };
  return (
    <form onSubmit={make} className="mt-6 rounded-table border bg-raised px-4 py-4">
      <h3 id="new-token" className="font-semibold text-16">
        {say('tokens.new')}
      </h3>
      <div className="mt-3 grid gap-4 md:grid-cols-[minmax(0,1fr)_180px]">
        <TextField
          label={say('tokens.name')}
          placeholder={say('tokens.name.example')}
          value={name}
          onChange={setName}
          maxLength={MOST_NAME}
          required
        />
        <Days label={say('tokens.expires')} days={days} onChange={setDays} />
      </div>
      <Rights legend={say('tokens.rights')} scopes={scopes} given={given} onToggle={toggle} />
      <Servers legend={say('tokens.servers')} servers={servers} ticked={ticked} onTick={tick} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="act" disabled={doing !== null || name.trim() === '' || isNothing}>
          {doing !== null ? say('tokens.making') : say('tokens.make')}
        </Button>
        {isNothing && <p className="text-13 text-muted">{say('tokens.choose')}</p>}
        <p role="alert" className="text-14 text-failed empty:hidden">
          {outcome?.words}
        </p>
      </div>
    </form>
  );
}
