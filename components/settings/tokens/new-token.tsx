'use client';
/** Makes a token: what it is called, what of one's own rights it gets, and for how long. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { MOST_NAME, TOKEN_DAYS, type TokenDays } from '@/lib/outside/token-view';
import { entityWord, scopeRows } from './tokens-words';

interface NewTokenProps {
  /** What may be given. */
  scopes: readonly string[];
  onMade(made: { id: string; token: string }): void;
}

export function NewToken({ scopes, onMade }: NewTokenProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<TokenDays>(30);
  const [given, setGiven] = useState(() => new Set(scopes.filter((scope) => scope.endsWith('.read'))));
  const { doing, outcome, act } = useAct();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), scopes: scopes.filter((scope) => given.has(scope)), days };
    await act('', say('tokens.none-made'), async () => {
      onMade(await request<{ id: string; token: string }>('POST', '/api/tokens', body));
      setName('');
    });
  };
  const toggle = (scope: string) =>
    setGiven((before) => {
      const after = new Set(before);
      if (!after.delete(scope)) after.add(scope);
      return after;
    });
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
        <label className="flex flex-col gap-2 font-medium text-13">
          {say('tokens.expires')}
          <select
            value={days}
            onChange={(event) => setDays(Number(event.target.value) as TokenDays)}
            className="h-11 rounded-control border border-edge bg-page px-3 font-normal text-16 text-ink"
          >
            {TOKEN_DAYS.map((one) => (
              <option key={one} value={one}>
                {say(`tokens.days.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Rights scopes={scopes} given={given} onToggle={toggle} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="act" disabled={doing !== null || name.trim() === '' || given.size === 0}>
          {doing !== null ? say('tokens.making') : say('tokens.make')}
        </Button>
        {given.size === 0 && <p className="text-13 text-muted">{say('tokens.choose')}</p>}
        <p role="alert" className="text-14 text-failed empty:hidden">
          {outcome?.words}
        </p>
      </div>
    </form>
  );
}

interface RightsProps extends Pick<NewTokenProps, 'scopes'> {
  given: ReadonlySet<string>;
  onToggle(scope: string): void;
}

function Rights({ scopes, given, onToggle }: RightsProps) {
  const tick = (entity: string, right: 'read' | 'write', words: string) => (
    <label className="flex min-h-8 items-center gap-2 text-13 text-ink-2 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-act max-md:size-5"
        aria-label={`${words} ${entityWord(entity)}`}
        checked={given.has(`${entity}.${right}`)}
        onChange={() => onToggle(`${entity}.${right}`)}
      />
      {words}
    </label>
  );
  return (
    <fieldset className="mt-4">
      <legend className="font-medium text-13">{say('tokens.rights')}</legend>
      <ul className="mt-1.5 grid gap-x-8 md:grid-cols-2">
        {scopeRows(scopes).map(({ entity, read, write }) => (
          <li key={entity} className="flex items-center gap-x-4 border-line border-b">
            <span className="min-w-0 flex-1 text-14 capitalize">{entityWord(entity)}</span>
            {read && tick(entity, 'read', say('tokens.read'))}
            {write ? tick(entity, 'write', say('tokens.change')) : <span className="w-[76px]" />}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
