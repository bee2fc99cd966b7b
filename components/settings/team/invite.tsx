'use client';
/** Invites a person: an address, a role, and whether Amber mails the link or the admin passes it on. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import { ROLES } from '@/lib/people/roles';
import type { InvitationWay, TeamMember } from '@/lib/team/team-view';

type Role = TeamMember['role'];
const WAYS: readonly InvitationWay[] = ['mail', 'link'];

/** The server's answer about an invitation. */
export interface SentInvitation {
  status: 'invited' | 'already invited' | 'already a member';
  /** Returned only once. */
  link?: string;
}

interface InviteProps {
  mailLeaves: boolean;
  onSent(email: string, sent: SentInvitation): Promise<void>;
  /** The link that was created here. */
  children?: ReactNode;
}

export function Invite({ mailLeaves, onSent, children }: InviteProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [way, setWay] = useState<InvitationWay>(mailLeaves ? 'mail' : 'link');
  const { doing, outcome, act } = useAct();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await act('', say('team.not-invited'), async () => {
      const address = email.trim();
      const sent = await request<SentInvitation>('POST', '/api/team/invitations', {
        email: address,
        role,
        way,
      });
      if (sent.status === 'already a member') return say('team.already-member', { email: address });
      if (sent.status === 'already invited')
        return say(mailLeaves ? 'team.already-invited' : 'team.already-invited.no-mail', { email: address });
      setEmail('');
      await onSent(address, sent);
      if (sent.link !== undefined) return undefined;
      return say(mailLeaves ? 'team.invited' : 'team.written', { email: address });
    });
  };
  return (
    <form onSubmit={send} className="mt-6 rounded-table border bg-raised px-4 py-4">
      <h3 className="font-semibold text-16">{say('team.invite')}</h3>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <TextField
          label={say('team.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
          required
          className="md:col-span-2"
        />
        <Choice<Role>
          label={say('team.role')}
          all={ROLES}
          value={role}
          onChange={setRole}
          words={roleWords}
        />
        <Choice<InvitationWay>
          label={say('team.way')}
          all={WAYS}
          value={way}
          onChange={setWay}
          words={(one) => wayWords(one, mailLeaves)}
        />
      </div>
      {!mailLeaves && <p className="mt-3 text-13 text-muted">{say('team.no-mail')}</p>}
      <Button
        type="submit"
        look="act"
        disabled={doing !== null || email.trim() === ''}
        className="mt-4 max-md:w-full"
      >
        {say('team.send')}
      </Button>
      <OutcomeLine outcome={outcome} />
      {children}
    </form>
  );
}

const roleWords = (role: Role) => say(`team.role.${role}`);
const wayWords = (way: InvitationWay, mailLeaves: boolean) =>
  say(way === 'mail' && !mailLeaves ? 'team.way.file' : `team.way.${way}`);

interface ChoiceProps<One extends string> {
  label: string;
  all: readonly One[];
  value: One;
  onChange(one: One): void;
  words(one: One): string;
}

function Choice<One extends string>({ label, all, value, onChange, words }: ChoiceProps<One>) {
  const choose = (chosen: string) => onChange(all.find((one) => one === chosen) ?? value);
  const field = useEarly<HTMLSelectElement>(value, choose);
  return (
    <label className="flex min-w-0 flex-col gap-2 font-medium text-13">
      {label}
      <select
        {...field}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="h-11 w-full rounded-control border border-edge bg-page px-3 font-normal text-16 text-ink"
      >
        {all.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
