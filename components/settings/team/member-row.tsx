'use client';
/** One member of the team: name and address, what is pending for them, their role, and removal. */
import { useState } from 'react';
import { type Outcome, OutcomeLine } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { AskDialog } from '@/components/ui/ask-dialog';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { say, sayWith } from '@/components/words/say';
import { ROLES } from '@/lib/people/roles';
import type { TeamMember } from '@/lib/team/team-view';
import { ResetFactor, type ResetFactorProps } from './reset-factor';

interface MemberRowProps extends Pick<ResetFactorProps, 'factors' | 'onReset' | 'onWasReset'> {
  member: TeamMember;
  isOneself: boolean;
  /** A request is in progress. */
  isBusy: boolean;
  /** The outcome of the last action on them. */
  outcome: Outcome | null;
  onRole(role: TeamMember['role']): void;
  onRemove(): void;
}

export function MemberRow({ member, isOneself, isBusy, outcome, ...rest }: MemberRowProps) {
  const { onRole, onRemove, ...reset } = rest;
  const [asks, setAsks] = useState(false);
  // A role is set by the button: moving through the options by key sets none.
  const [role, setRole] = useState(member.role);
  const choose = (value: string) => setRole(ROLES.find((one) => one === value) ?? role);
  const field = useEarly<HTMLSelectElement>(role, choose);
  const name = visibleString(member.name);
  return (
    <li data-testid="team-member" className="@container px-4 py-3">
      <div className="flex flex-col gap-x-6 gap-y-3 @min-[38rem]:flex-row @min-[38rem]:items-start @min-[38rem]:justify-between">
        <div className="min-w-0 flex-1">
          <p className="break-words font-medium text-14 text-ink">
            <ShownText text={member.name} />
            {isOneself && <span className="font-normal text-muted"> ({say('team.you')})</span>}
          </p>
          <p className="break-all text-13 text-ink-2">
            <ShownText text={member.email} />
          </p>
          <p className="mt-0.5 break-words text-13 text-muted">
            <Facts member={member} />
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2 @min-[38rem]:justify-end">
          <select
            {...field}
            aria-label={say('team.role-of', { name })}
            value={role}
            disabled={isBusy}
            onChange={(event) => choose(event.target.value)}
            className="h-10 rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11 max-md:flex-1"
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {say(`role.${one}`)}
              </option>
            ))}
          </select>
          {role !== member.role && (
            <Button look="act" disabled={isBusy} onClick={() => onRole(role)}>
              {say('team.change-role')}
            </Button>
          )}
          {!isOneself && member.methods.some((one) => one === 'app' || one === 'passkey') && (
            <ResetFactor id={member.id} name={name} isBusy={isBusy} {...reset} />
          )}
          {!isOneself && (
            <Button
              aria-label={say('team.remove-it', { name })}
              disabled={isBusy}
              onClick={() => setAsks(true)}
            >
              {say('team.remove')}
            </Button>
          )}
        </div>
      </div>
      <OutcomeLine outcome={outcome} />
      {asks && (
        <AskDialog
          title={say('team.remove.title')}
          why={say('team.remove.why', { name })}
          back={say('team.cancel')}
          on={say('team.remove-it', { name })}
          onGo={onRemove}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

function Facts({
  member: { joinedAt, lastSeenAt, methods, heldRole, waiting },
}: Pick<MemberRowProps, 'member'>) {
  return (
    <>
      {sayWith('team.joined', { when: () => <Moment iso={joinedAt} sentence /> })}{' '}
      {lastSeenAt === null
        ? say('team.never-seen')
        : sayWith('team.seen', { when: () => <Moment iso={lastSeenAt} sentence /> })}{' '}
      {methods.map((one) => say('team.signs-in', { how: say(`team.by.${one}`) })).join(' ')}{' '}
      {heldRole && say('team.held-role', { role: say(`role.${heldRole}`) })}{' '}
      {waiting > 0 && (
        <strong className="font-medium text-ink-2">{say('team.waiting', { count: waiting })}</strong>
      )}
    </>
  );
}
