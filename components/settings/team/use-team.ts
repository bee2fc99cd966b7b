/** An admin's actions on the people of the team, and their outcomes. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { say } from '@/components/words/say';
import type { InvitationWay, TeamInvitation, TeamMember, TeamView } from '@/lib/team/team-view';
import type { Proof } from '../account/factors/ask-proof';
import type { SentInvitation } from './invite';

/** A link that is shown only now, where it was requested: below the form, or beside the invitation. */
export interface MadeLink {
  email: string;
  link: string;
  at: 'form' | 'invitation';
}

/** @param mailLeaves whether a mail server is set up */
export function useTeam(initial: TeamView, mailLeaves: boolean) {
  const [team, setTeam] = useState(initial);
  const [made, setMade] = useState<MadeLink | null>(null);
  const { doing, outcome, act } = useAct();
  const refresh = async () => {
    const fresh = await request<TeamView>('GET', '/api/team').catch(() => null);
    if (fresh) setTeam(fresh);
  };
  const setRole = ({ id, name }: TeamMember, role: TeamMember['role']) =>
    act(id, say('team.not-changed'), async () => {
      await request('PATCH', `/api/team/members/${encodeURIComponent(id)}`, { role });
      await refresh();
      return say('team.role-changed', { name, role: say(`role.${role}`) });
    });
  const remove = ({ id, name }: TeamMember) =>
    act(id, say('team.not-removed', { name }), async () => {
      await request('DELETE', `/api/team/members/${encodeURIComponent(id)}`);
      await refresh();
      return say('team.removed', { name });
    });
  /** @throws why it was refused */
  const resetFactor = async ({ id }: TeamMember, proof: Proof) => {
    await request('DELETE', `/api/team/members/${encodeURIComponent(id)}/factors`, proof);
    await refresh();
  };
  const sayReset = ({ id, name }: TeamMember) =>
    act(id, '', async () => say('team.reset-factor.done', { name }));
  const again = ({ id, email }: TeamInvitation, way: InvitationWay) =>
    act(email, say('team.not-sent'), async () => {
      const { link } = await request<{ link?: string }>('POST', invitation(id), { way });
      setMade(link === undefined ? null : { email, link, at: 'invitation' });
      await refresh();
      if (link !== undefined) return undefined;
      return mailLeaves ? say('team.sent-again') : say('team.written', { email });
    });
  const withdraw = ({ id, email }: TeamInvitation) =>
    act(email, say('team.not-withdrawn'), async () => {
      await request('DELETE', invitation(id));
      setMade((before) => (before?.email === email ? null : before));
      await refresh();
      return say('team.withdrawn', { email });
    });
  const invited = async (email: string, { link }: SentInvitation) => {
    setMade(link === undefined ? null : { email, link, at: 'form' });
    await refresh();
  };
  return { team, made, doing, outcome, setRole, remove, resetFactor, sayReset, again, withdraw, invited };
}

const invitation = (id: string) => `/api/team/invitations/${encodeURIComponent(id)}`;
