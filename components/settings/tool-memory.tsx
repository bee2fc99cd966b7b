'use client';
/** How many messages are stored with the tools that answered them, and deleting them. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';

export interface Remembered {
  mine: number;
  /** Only for admins; includes their own. */
  team?: number;
}

export function ToolMemory({ remembered: initial }: { remembered: Remembered }) {
  const [remembered, setRemembered] = useState(initial);
  const { doing, outcome, act } = useAct();
  const busy = doing !== null;
  const forget = (whose: 'mine' | 'team') =>
    act(whose, say('memory.not-forgotten'), async () => {
      await request('DELETE', '/api/tools/memory', { whose });
      setRemembered(await request<Remembered>('GET', '/api/tools/memory'));
      return say('memory.forgotten');
    });
  const { mine, team = 0 } = remembered;
  return (
    <section aria-label={say('memory.title')} className="mt-10">
      <h3 className="font-semibold text-16">{say('memory.title')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">
        {say('memory.means')} {countWords(remembered)}
      </p>
      <OutcomeLine outcome={outcome} />
      <div className="mt-3 flex flex-wrap gap-3">
        {mine > 0 && (
          <Button disabled={busy} onClick={() => forget('mine')}>
            {say('memory.forget-mine')}
          </Button>
        )}
        {team > 0 && (
          <Button disabled={busy} onClick={() => forget('team')}>
            {say('memory.forget-team')}
          </Button>
        )}
      </div>
    </section>
  );
}

function countWords({ mine, team }: Remembered): string {
  if (mine === 0 && !team) return say('memory.none');
  return team === undefined ? say('memory.own', { mine }) : say('memory.team', { team, mine });
}
