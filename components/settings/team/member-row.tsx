'use client';
/** One member of the team: who they are, what waits for them, their role, and the way out. */
import { useState } from 'react';
import { type Outcome, OutcomeLine } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say, sayWith } from '@/components/words/say';
import { ROLES } from '@/lib/people/roles';
import type { TeamMember } from '@/lib/team/team-view';
import { ResetFactor, type ResetFactorProps } from './reset-factor';

interface MemberRowProps extends Pick<ResetFactorProps, 'factors' | 'onReset' | 'onWasReset'> {
  member: TeamMember;
  isOneself: boolean;
  /** Something is on its way. */
  isBusy: boolean;
  /** What became of what was done about them. */
  outcome: Outcome | null;
  onRole(role: TeamMember['role']): void;
  onRemove(): void;
}

export function MemberRow({ member, isOneself, isBusy, outcome, ...rest }: MemberRowProps) {
  const { onRole, onRemove, ...reset } = rest;
  const [asks, setAsks] = useState(false);
  // A role is given by a press: keys that go through the choices give none.
  const [role, setRole] = useState(member.role);
  const name = visibleString(member.name);
  return (
    <li data-testid="team-member" className="px-4 py-3">
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-md:flex-col">
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
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 max-md:w-full max-md:justify-start">
          <select
            aria-label={say('team.role-of', { name })}
            value={role}
            disabled={isBusy}
            onChange={(event) => setRole(ROLES.find((one) => one === event.target.value) ?? role)}
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
            <ResetFactor {...{ id: member.id, name, isBusy, ...reset }} />
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
      {asks && <AskRemove name={name} onClose={() => setAsks(false)} onRemove={onRemove} />}
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

interface AskRemoveProps {
  name: string;
  onClose(): void;
  onRemove(): void;
}

function AskRemove({ name, onClose, onRemove }: AskRemoveProps) {
  return (
    <Dialog title={say('team.remove.title')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
            {say('team.remove.why', { name })}
          </p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button data-focus onClick={close}>
              {say('team.cancel')}
            </Button>
            <Button
              look="act"
              onClick={() => {
                close();
                onRemove();
              }}
            >
              {say('team.remove-it', { name })}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
