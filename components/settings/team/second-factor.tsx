'use client';
/** Which members the team requires to have a second factor. */
import { useId, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { currentIntl, say, sayWith } from '@/components/words/say';
import { type FactorsView, hasFactor } from '@/lib/account/factors/factors-view';
import { SECOND_FACTOR_OF, type SecondFactorOf, type TeamMember } from '@/lib/team/team-view';

interface SecondFactorProps {
  of: SecondFactorOf;
  members: readonly TeamMember[];
  /** Of the admin who looks at it. */
  factors: FactorsView;
}

export function SecondFactor({ of: initial, members, factors }: SecondFactorProps) {
  const [saved, setSaved] = useState(initial);
  // It is set by the button: moving through the options by key sets nothing.
  const [of, setOf] = useState(initial);
  const choose = (value: string) => setOf(SECOND_FACTOR_OF.find((one) => one === value) ?? of);
  const field = useEarly<HTMLSelectElement>(of, choose);
  const { doing, outcome, act } = useAct();
  const why = useId();
  // The server refuses it; only lifting the requirement is open to every admin.
  const mayNot = (one: SecondFactorOf) => factors.isDemo && one !== 'nobody';
  const save = () =>
    act('', say('team.factor.not-saved'), async () => {
      await request('PUT', '/api/team/second-factor', { of });
      setSaved(of);
      return say(`team.factor.saved.${of}`);
    });
  return (
    <section className="mt-8">
      <h3 className="font-semibold text-16">{say('team.factor')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('team.factor.why')}</p>
      <Lacking members={members} />
      <First id={why} factors={factors} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <select
          {...field}
          aria-label={say('team.factor.of')}
          {...(factors.isDemo && { disabled: saved === 'nobody', 'aria-describedby': why })}
          value={of}
          onChange={(event) => choose(event.target.value)}
          className="h-10 rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11 disabled:opacity-60"
        >
          {SECOND_FACTOR_OF.map((one) => (
            <option key={one} value={one} disabled={one !== saved && mayNot(one)}>
              {say(`team.factor.${one}`)}
            </option>
          ))}
        </select>
        {of !== saved && (
          <Button look="act" disabled={doing !== null || mayNot(of)} onClick={() => void save()}>
            {say('team.factor.save')}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </section>
  );
}

/** The members who would be affected. */
function Lacking({ members }: Pick<SecondFactorProps, 'members'>) {
  const lacking = members.filter(({ methods }) => !methods.some((one) => one === 'app' || one === 'passkey'));
  const names = new Intl.ListFormat(currentIntl()).format(lacking.map(({ name }) => visibleString(name)));
  return (
    <p data-testid="lacking" className="mt-1 max-w-prose text-14 text-ink-2 [overflow-wrap:anywhere]">
      {lacking.length === 0 ? say('team.factor.all-have') : say('team.factor.lacking', { names })}
    </p>
  );
}

/**
 * An admin who requires one needs one: where to set it up, if they can. With a company's own sign-in, that may be
 * enough.
 */
function First({ id, factors }: Pick<SecondFactorProps, 'factors'> & { id: string }) {
  if (factors.isDemo)
    return (
      <p id={id} className="mt-1 max-w-prose text-14 text-ink-2">
        {say('team.factor.demo')}
      </p>
    );
  if (hasFactor(factors) || !factors.password) return null;
  return (
    <p className="mt-1 max-w-prose text-14 text-ink-2">
      {sayWith('team.factor.first', {
        account: (words) => (
          <WorkspaceLink href="/settings/account" className="underline underline-offset-2">
            {words}
          </WorkspaceLink>
        ),
      })}
    </p>
  );
}
