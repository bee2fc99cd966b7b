'use client';
/** How many messages are remembered with the tools that answered them, and having them forgotten. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';

export interface Remembered {
  mine: number;
  /** Only for admins; one's own are among them. */
  team?: number;
}

export function ToolMemory({ remembered: initial }: { remembered: Remembered }) {
  const [remembered, setRemembered] = useState(initial);
  const { doing, outcome, act } = useAct();
  const busy = doing !== null;
  const forget = (whose: 'mine' | 'team') =>
    act(whose, 'Not forgotten.', async () => {
      await request('DELETE', '/api/tools/memory', { whose });
      setRemembered(await request<Remembered>('GET', '/api/tools/memory'));
      return 'Forgotten. Messages are remembered again from the next answer on.';
    });
  const { mine, team = 0 } = remembered;
  return (
    <section aria-label="What is remembered" className="mt-10">
      <h3 className="font-semibold text-16">What is remembered</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">
        Where tools were chosen, a message is kept with the tools that answered it, so that what resembles it
        finds them again in your team. Nobody reads these messages; they go with their chat.{' '}
        {countWords(remembered)}
      </p>
      <OutcomeLine outcome={outcome} />
      <div className="mt-3 flex flex-wrap gap-3">
        {mine > 0 && (
          <Button disabled={busy} onClick={() => forget('mine')}>
            Forget mine
          </Button>
        )}
        {team > 0 && (
          <Button disabled={busy} onClick={() => forget('team')}>
            Forget the team’s
          </Button>
        )}
      </div>
    </section>
  );
}

function countWords({ mine, team }: Remembered): string {
  const own = `${mine.toLocaleString('en-US')} ${mine === 1 ? 'is' : 'are'} yours`;
  return team === undefined ? `Now ${own}.` : `Now ${team.toLocaleString('en-US')} of your team, ${own}.`;
}
