import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('people come with role and address, and nothing of their sessions', async ({ office, client }) => {
  const viewer = await office.addMember('viewer');
  const { data } = await client.page('team_members_list', { role: 'viewer' });
  expect(data).toEqual([
    {
      id: viewer.id,
      name: `Person ${viewer.id}`,
      email: viewer.email,
      role: 'viewer',
      joinedAt: expect.stringMatching(/Z$/),
    },
  ]);
});

test('pages show everybody on the team once, and nobody else', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  await neighbour.addMember('member');
  const people = [{ id: office.adminId }];
  for (let index = 0; index < 5; index++) people.push(await office.addMember('member'));
  const rows = await client.everyRow('team_members_list', { limit: 2 });
  expect(rows.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id).sort());
});
