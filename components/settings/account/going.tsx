'use client';
/** Exporting a person's data, and leaving the team. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import { AskProof } from './factors/ask-proof';

export function OwnData() {
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('own-data.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('own-data.why')}</p>
      <a
        href="/api/account/data"
        download
        className="mt-3 inline-flex h-11 items-center rounded-control border border-edge bg-raised px-4 text-14 hover:bg-hover md:h-9"
      >
        {say('own-data.save')}
      </a>
    </section>
  );
}

interface LeaveTeamProps {
  team: string;
  factors: FactorsView;
}

export function LeaveTeam({ team, factors }: LeaveTeamProps) {
  const [asks, setAsks] = useState(false);
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('leave.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('leave.why', { team })}</p>
      <Button onClick={() => setAsks(true)} className="mt-3 max-md:w-full">
        {say('leave.ask')}
      </Button>
      {asks && (
        <AskProof
          needs="both"
          proved={{ what: 'leave' }}
          title={say('leave.title', { team })}
          factors={factors}
          notDone={say('leave.not')}
          submit={say('leave.do')}
          onProof={async (proof) => {
            await request('POST', '/api/account/leave', proof);
            window.location.assign('/sign-in');
            // Stays busy, so that nothing is pressed again while the next page loads.
            return new Promise<never>(() => {});
          }}
          onClose={() => setAsks(false)}
        >
          <p className="mt-2 text-14 text-ink-2">{say('leave.what')}</p>
        </AskProof>
      )}
    </section>
  );
}
