'use client';
/** The connected servers of an existing token, and how many tools its client is offered: edited in place. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { MOST_TOOLS, type ServerChoice, type TokenView } from '@/lib/outside/token-view';
import { Servers, useTicked } from './servers';

interface TokenServersProps {
  token: TokenView;
  /** The servers that may be ticked here: for somebody else's token only those that it has. */
  servers: readonly ServerChoice[];
  onChanged(change: Pick<TokenView, 'servers' | 'mostTools'>): void;
}

export function TokenServers({ token, servers, onChanged }: TokenServersProps) {
  const { ticked, tick } = useTicked(token.servers);
  const [most, setMost] = useState(token.mostTools ?? MOST_TOOLS[0]);
  const { doing, outcome, act } = useAct();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // A server that has been removed since is not stored by its name.
    const change = {
      servers: servers.map(({ name }) => name).filter((name) => ticked.has(name)),
      mostTools: most,
    };
    await act('', say('tokens.servers.not-saved'), async () => {
      await request('PATCH', `/api/tokens/${encodeURIComponent(token.id)}`, change);
      onChanged(change);
      return say('tokens.servers.saved');
    });
  };
  return (
    <details className="mt-1 text-13" data-testid="token-servers">
      <summary className="w-fit rounded-control py-1 text-ink-2 max-md:min-h-11 max-md:py-3">
        {say('tokens.servers.change')}
        <span className="sr-only">{say('tokens.calls-of', { name: visibleString(token.name) })}</span>
      </summary>
      <form onSubmit={save}>
        <Servers legend={say('tokens.servers')} servers={servers} ticked={ticked} onTick={tick} />
        <label className="mt-3 flex flex-wrap items-center gap-2 text-13">
          {say('tokens.most')}
          <select
            value={most}
            onChange={(event) => setMost(Number(event.target.value))}
            className="h-9 rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11 max-md:text-16"
          >
            {MOST_TOOLS.map((one) => (
              <option key={one} value={one}>
                {say('tokens.most.count', { count: one })}
              </option>
            ))}
          </select>
          <span className="text-muted">{say('tokens.most.means')}</span>
        </label>
        <Button type="submit" className="mt-3" disabled={doing !== null}>
          {doing === null ? say('tokens.servers.save') : say('tokens.servers.saving')}
        </Button>
        {outcome && <OutcomeLine outcome={outcome} />}
      </form>
    </details>
  );
}
