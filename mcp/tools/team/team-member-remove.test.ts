import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { members, sessions, users } from '@/db/schema/auth';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { meeting } from '@/mcp/testing/meeting';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { teamMemberRemove, teamMemberRemovePreview } from './team-member-remove';

const membersOf = async (office: Office) => {
  const rows = await office.db.select().from(members).where(eq(members.teamId, office.teamId));
  return rows.map(({ userId }) => userId);
};

test('membership and sessions end, the person stays', async ({ office }) => {
  const member = await office.addMember('member');
  const { lines } = await office.run(teamMemberRemovePreview, { userId: member.id });
  expect(lines).toContainEqual({ label: 'Role', value: 'member' });
  expect(await office.run(teamMemberRemove, { userId: member.id })).toMatchObject({ success: true });
  expect(await membersOf(office)).toEqual([office.adminId]);
  expect(await office.db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
  expect(await office.db.select().from(users).where(eq(users.id, member.id))).toHaveLength(1);
  const own = await office.db.select().from(sessions).where(eq(sessions.userId, office.adminId));
  expect(own).toHaveLength(1);
});

test('nobody removes themselves, the last admin, or somebody of another team', async ({ office }) => {
  const other = await Office.open(office.db);
  const former = await office.addMember('member');
  const before = await fingerprint(office.db);
  const attempts = [
    { userId: office.adminId, by: office.adminId },
    { userId: office.adminId, by: former.id },
    { userId: other.adminId, by: office.adminId },
  ];
  for (const { userId, by } of attempts) {
    for (const tool of [teamMemberRemove, teamMemberRemovePreview]) {
      await expect(office.run(tool, { userId }, { userId: by })).rejects.toThrow(ToolError);
    }
  }
  expect(await fingerprint(office.db)).toEqual(before);
});

test('two admins who remove each other at the same time: one stays', async ({ office }) => {
  const second = await office.addMember('admin');
  const lock = sql`select 1 from members where team_id = ${office.teamId} for update`;
  const outcomes = await meeting(office.db, lock, [
    () => office.run(teamMemberRemove, { userId: second.id }),
    () => office.run(teamMemberRemove, { userId: office.adminId }, { userId: second.id }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await membersOf(office)).toHaveLength(1);
});
