'use client';
/** The members and invitations of the team, for its admins: roles, inviting and removing. */
import { type Outcome, OutcomeLine } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { DirectoryTokenView } from '@/lib/directory/directory-view';
import type { InvitationWay, TeamInvitation, TeamView } from '@/lib/team/team-view';
import { ENTRIES } from '../entries';
import { ShownOnce } from '../shown-once';
import { Directory } from './directory';
import { Invite } from './invite';
import { MemberRow } from './member-row';
import { SecondFactor } from './second-factor';
import { type MadeLink, useTeam } from './use-team';

interface TeamSettingsProps {
  team: TeamView;
  directory: DirectoryTokenView[];
  /** Of the admin who looks at it. */
  factors: FactorsView;
  /** Whether a mail server is set up; otherwise mail is written to files. */
  mailLeaves: boolean;
}

export function TeamSettings({ team: initial, directory, factors, mailLeaves }: TeamSettingsProps) {
  const { viewer } = useWorkspace();
  const { team, made, doing, outcome, ...does } = useTeam(initial, mailLeaves);
  /** An outcome is shown beside its subject; if that is gone, above the others. */
  const of = (about: string) => (outcome?.about === about ? outcome : null);
  const isInvitation = outcome?.about.includes('@') ?? false;
  const left = isInvitation ? team.invitations.map(({ email }) => email) : team.members.map(({ id }) => id);
  const isGone = outcome !== null && !left.includes(outcome.about);
  return (
    <SettingsPage name="team" intro={say('team.intro')}>
      <OutcomeLine outcome={isGone && !isInvitation ? outcome : null} />
      <ul aria-label={say('team.members')} className={ENTRIES}>
        {team.members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isOneself={member.id === viewer.id}
            isBusy={doing !== null}
            outcome={of(member.id)}
            factors={factors}
            onRole={(role) => void does.setRole(member, role)}
            onReset={(proof) => does.resetFactor(member, proof)}
            onWasReset={() => void does.sayReset(member)}
            onRemove={() => void does.remove(member)}
          />
        ))}
      </ul>
      <SecondFactor of={team.secondFactorOf} members={team.members} factors={factors} />
      <Invite mailLeaves={mailLeaves} onSent={does.invited}>
        {made?.at === 'form' && <Link made={made} />}
      </Invite>
      <h3 className="mt-8 font-semibold text-16">{say('team.invitations')}</h3>
      <OutcomeLine outcome={isGone && isInvitation ? outcome : null} />
      {team.invitations.length === 0 ? (
        <p className="mt-2 text-14 text-muted">{say('team.invitations.none')}</p>
      ) : (
        <ul className={ENTRIES}>
          {team.invitations.map((one) => (
            <InvitationRow
              key={one.id}
              invitation={one}
              isBusy={doing !== null}
              mailLeaves={mailLeaves}
              outcome={of(one.email)}
              made={made?.at === 'invitation' && made.email === one.email ? made : null}
              onAgain={(way) => void does.again(one, way)}
              onWithdraw={() => void does.withdraw(one)}
            />
          ))}
        </ul>
      )}
      <Directory tokens={directory} />
    </SettingsPage>
  );
}

function Link({ made: { email, link } }: { made: MadeLink }) {
  return (
    <ShownOnce
      key={link}
      words={say('team.invited-link', { email })}
      text={link}
      what={say('team.the-link')}
      testId="invitation-link"
    />
  );
}

interface InvitationRowProps {
  invitation: TeamInvitation;
  isBusy: boolean;
  mailLeaves: boolean;
  /** The outcome of the last action on it. */
  outcome: Outcome | null;
  /** Its new link, shown only now. */
  made: MadeLink | null;
  onAgain(way: InvitationWay): void;
  onWithdraw(): void;
}

function InvitationRow({ invitation, isBusy, mailLeaves, outcome, made, ...does }: InvitationRowProps) {
  const { onAgain, onWithdraw } = does;
  const { email, role, invitedBy, createdAt, expiresAt, isOver } = invitation;
  return (
    <li data-testid="invitation" className="@container px-4 py-3">
      <div className="flex flex-col gap-x-6 gap-y-3 @min-[38rem]:flex-row @min-[38rem]:items-start @min-[38rem]:justify-between">
        <div className="min-w-0 flex-1">
          <p className="break-all font-medium text-14 text-ink">
            <ShownText text={email} />
          </p>
          <p className="mt-0.5 break-words text-13 text-muted">
            {say(`role.${role}`)}.{' '}
            {sayWith('team.invited-by', {
              who: () => <ShownText text={invitedBy} />,
              when: () => <Moment iso={createdAt} sentence />,
            })}{' '}
            {isOver ? say('team.over') : sayWith('team.until', { when: () => <Moment iso={expiresAt} /> })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {mailLeaves && (
            <Button
              aria-label={say('team.again-to', { email })}
              disabled={isBusy}
              onClick={() => onAgain('mail')}
            >
              {say('team.again')}
            </Button>
          )}
          <Button
            aria-label={say('team.new-link-for', { email })}
            disabled={isBusy}
            onClick={() => onAgain('link')}
          >
            {say('team.new-link')}
          </Button>
          <Button aria-label={say('team.withdraw-it', { email })} disabled={isBusy} onClick={onWithdraw}>
            {say('team.withdraw')}
          </Button>
        </div>
      </div>
      <OutcomeLine outcome={outcome} />
      {made && <Link made={made} />}
    </li>
  );
}
