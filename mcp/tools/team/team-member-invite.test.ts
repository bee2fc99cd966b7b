import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { invitations } from '@/db/schema/auth';
import { outbox } from '@/db/schema/company';
import type { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { teamMemberInvite } from './team-member-invite';

const kim = { email: 'Kim@Halden.test', role: 'member' };

const invitationsOf = (office: Office) =>
  office.db.select().from(invitations).where(eq(invitations.teamId, office.teamId));
const mailsOf = (office: Office) => office.db.select().from(outbox).where(eq(outbox.teamId, office.teamId));

test('the invitation and its mail are written together, the token only in the mail', async ({ office }) => {
  const answer = await office.run(teamMemberInvite, kim);
  expect(answer).toMatchObject({ created: true, email: 'kim@halden.test', role: 'member' });
  const [invitation] = await invitationsOf(office);
  expect(invitation).toMatchObject({ email: 'kim@halden.test', invitedBy: office.adminId, acceptedAt: null });
  const [mail] = await mailsOf(office);
  expect(mail).toMatchObject({ recipient: 'kim@halden.test', status: 'pending' });
  const token = mail?.body.match(/http:\/\/amber\.test\/sign-up\?invitation=(\S+)/)?.[1] ?? '';
  expect(createHash('sha256').update(token).digest('hex')).toBe(invitation?.tokenHash);
  expect(JSON.stringify([answer, invitation, mail?.id, mail?.subject])).not.toContain(token);
});

test('where no mail leaves the answer says how the link is handed over, and is not that link', async ({
  office,
}) => {
  const noMail = { ...office.context(), noMail: true };
  const [first, again] = [
    await office.run(teamMemberInvite, kim, noMail),
    await office.run(teamMemberInvite, kim, noMail),
  ];
  for (const answer of [first, again]) {
    expect(answer.handOver).toContain('No mail server is set up');
    expect(answer.handOver).toContain('http://amber.test/settings/team');
    expect(answer.handOver).not.toContain('invitation=');
  }
  expect(await office.run(teamMemberInvite, { ...kim, email: 'mo@halden.test' })).not.toHaveProperty(
    'handOver',
  );
});

test('ten at the same time send one mail, and later ones change nothing', async ({ office }) => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => office.run(teamMemberInvite, kim)));
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  const existing = await invitationsOf(office);
  const again = await office.run(teamMemberInvite, { email: 'KIM@halden.test', role: 'admin' });
  expect(again).toMatchObject({ created: false, role: 'member' });
  expect(await invitationsOf(office)).toEqual(existing);
  expect(await mailsOf(office)).toHaveLength(1);
});

test('who is in the team is not invited', async ({ office }) => {
  const { email } = await office.addMember('viewer');
  const answer = await office.run(teamMemberInvite, { email: email.toUpperCase(), role: 'admin' });
  expect(answer).toMatchObject({ created: false, role: 'viewer' });
  expect(await invitationsOf(office)).toEqual([]);
  expect(await mailsOf(office)).toEqual([]);
});

test.for([{ expiresAt: new Date('2026-01-01') }, { acceptedAt: new Date('2026-01-01') }])(
  'an invitation that no longer serves is replaced: %o',
  async (past, { office }) => {
    await office.run(teamMemberInvite, kim);
    await office.db.update(invitations).set(past).where(eq(invitations.teamId, office.teamId));
    const [before] = await invitationsOf(office);
    const answer = await office.run(teamMemberInvite, { ...kim, role: 'viewer' });
    expect(answer).toMatchObject({ created: true, role: 'viewer' });
    const [after, ...others] = await invitationsOf(office);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ role: 'viewer', acceptedAt: null });
    expect(after?.tokenHash).not.toBe(before?.tokenHash);
    expect(await mailsOf(office)).toHaveLength(2);
  },
);

test('only a caller who may change the team has the tool', () => {
  expect(teamMemberInvite.scope).toBe('team.write');
});
