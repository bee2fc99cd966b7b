'use client';
/**
 * Tokens with which the company's directory creates, changes and deactivates people (SCIM): each shown once, when it is
 * created.
 */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { say, sayWith } from '@/components/words/say';
import type { DirectoryTokenView } from '@/lib/directory/directory-view';
import { ENTRIES } from '../entries';
import { ShownOnce } from '../shown-once';

const ROUTE = '/api/team/directory';

export function Directory({ tokens: initial }: { tokens: DirectoryTokenView[] }) {
  const [tokens, setTokens] = useState(initial);
  const [made, setMade] = useState<string | null>(null);
  const [name, setName] = useState('');
  const field = useEarly<HTMLInputElement>(name, setName);
  const { doing, outcome, act } = useAct();
  const reload = async () =>
    setTokens((await request<{ tokens: DirectoryTokenView[] }>('GET', ROUTE)).tokens);
  const make = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('team.directory.not-made'), async () => {
      const { token } = await request<{ token: string }>('POST', ROUTE, { name: name.trim() });
      setMade(token);
      setName('');
      await reload();
      return undefined;
    });
  };
  const revoke = ({ id }: DirectoryTokenView) =>
    act(id, say('team.directory.not-revoked'), async () => {
      await request('DELETE', `${ROUTE}/${id}`);
      await reload();
      return say('team.directory.revoked');
    });
  return (
    <section className="mt-8" data-testid="directory">
      <h3 className="font-semibold text-16">{say('team.directory')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('team.directory.why')}</p>
      <OutcomeLine outcome={outcome} />
      {made && (
        <ShownOnce
          key={made}
          words={say('team.directory.made')}
          text={made}
          what={say('team.directory.the-token')}
          testId="directory-token"
        />
      )}
      {tokens.length > 0 && (
        <ul aria-label={say('team.directory.tokens')} className={ENTRIES}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isBusy={doing !== null}
              onRevoke={() => void revoke(token)}
            />
          ))}
        </ul>
      )}
      <form onSubmit={make} className="mt-3 flex flex-wrap items-end gap-2">
        <label className="min-w-0 text-14">
          <span className="block text-13 text-muted">{say('team.directory.name')}</span>
          <input
            {...field}
            value={name}
            onChange={(event) => setName(event.target.value)}
            required
            maxLength={80}
            autoComplete="off"
            className="mt-1 h-10 w-full rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11"
          />
        </label>
        <Button type="submit" disabled={doing !== null || name.trim() === ''}>
          {say('team.directory.make')}
        </Button>
      </form>
    </section>
  );
}

interface TokenRowProps {
  token: DirectoryTokenView;
  isBusy: boolean;
  onRevoke(): void;
}

function TokenRow({ token: { name, madeBy, createdAt, lastUsedAt }, isBusy, onRevoke }: TokenRowProps) {
  return (
    <li className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-14 text-ink">
          <ShownText text={name} />
        </p>
        <p className="mt-0.5 break-words text-13 text-muted">
          {sayWith(madeBy === null ? 'team.directory.was-made' : 'team.directory.made-by', {
            who: () => <ShownText text={madeBy ?? ''} />,
            when: () => <Moment iso={createdAt} sentence />,
          })}{' '}
          {lastUsedAt === null
            ? say('tokens.unused')
            : sayWith('tokens.used', { when: () => <Moment iso={lastUsedAt} sentence /> })}
        </p>
      </div>
      <Button
        aria-label={say('team.directory.revoke-it', { name: visibleString(name) })}
        disabled={isBusy}
        onClick={onRevoke}
        className="shrink-0"
      >
        {say('team.directory.revoke')}
      </Button>
    </li>
  );
}
