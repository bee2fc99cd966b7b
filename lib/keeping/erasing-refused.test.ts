/** Who cannot erase anybody, who cannot be erased, and the required proof. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { codeOf, contextOf, forgetSteps, withApp } from '@/lib/account/factors/testing/people';
import { PASSWORD, person } from '@/lib/account/testing/person';
import type { Caller } from '@/lib/people/caller';
import { createChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { removeFromTeam } from '@/lib/team/team';
import { erasePerson, goOnErasing } from './erase-person';
import { eraseWithProof, planErasure, readErasures } from './erasures';

const { erasures, members, receipts, teams, users } = schema;

describe.each(testDatabases)('erasing nobody on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let teamId: string;
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    teamId = harness.admin.teamId;
  });
  afterAll(() => opened.close());

  const make = (name: string, role: Caller['role'] = 'member') => person(opened.db, teamId, name, role);
  const erase = (whom: Caller, by = harness.admin) => erasePerson(opened.db, by, whom.userId);
  const isErased = async ({ userId }: Caller) =>
    (await opened.db.select().from(users).where(eq(users.id, userId)))[0]?.erasedAt !== null;
  const told = async (kind: string) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, kind));
    return rows.map(({ body }) => JSON.parse(body));
  };

  it('is for admins of the same team, as the database has them now', async () => {
    const whom = await make('asked-for');
    for (const role of ['member', 'viewer', 'auditor'] as const) {
      const other = await harness.person(role);
      for (const by of [other, { ...other, role: 'admin' as const }]) {
        await expect(erase(whom, by)).rejects.toMatchObject({ code: 'forbidden' });
        await expect(readErasures(opened.db, by)).rejects.toMatchObject({ code: 'forbidden' });
        await expect(planErasure(opened.db, by, whom.userId)).rejects.toMatchObject({ code: 'forbidden' });
      }
    }
    const elsewhere = newId('tea');
    await opened.db.insert(teams).values({ id: elsewhere, name: 'Elsewhere' });
    const stranger = await person(opened.db, elsewhere, 'stranger', 'admin');
    await expect(erase(whom, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(erase(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(planErasure(opened.db, harness.admin, stranger.userId)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect([await isErased(whom), await isErased(stranger)]).toEqual([false, false]);
    // A person who has left that team still belongs to it.
    const second = await person(opened.db, elsewhere, 'second', 'member');
    await removeFromTeam(opened.db, stranger, second.userId);
    await expect(erase(second)).rejects.toMatchObject({ code: 'not_found' });
    // And a person who came from there brings rows that are not ours to erase.
    await createChat(opened.db, stranger);
    await opened.db.update(members).set({ teamId }).where(eq(members.userId, stranger.userId));
    await expect(erase(stranger)).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|not_found/),
    });
    expect([await isErased(second), await isErased(stranger)]).toEqual([false, false]);
  });

  it('is never of oneself, of a demo account, or of the last admin', async () => {
    await expect(erase(harness.admin)).rejects.toMatchObject({ code: 'conflict' });
    const demo = await make('shown');
    await opened.db.update(users).set({ demo: true }).where(eq(users.id, demo.userId));
    await expect(erase(demo)).rejects.toMatchObject({ code: 'conflict' });
    expect([await isErased(harness.admin), await isErased(demo)]).toEqual([false, false]);
    // Not by a list after a restore, either.
    const alone = newId('tea');
    await opened.db.insert(teams).values({ id: alone, name: 'Alone' });
    const last = await person(opened.db, alone, 'last-admin', 'admin');
    await opened.db.insert(erasures).values({ userId: last.userId, teamId: alone });
    await goOnErasing(opened.db);
    expect(await isErased(last)).toBe(false);
    const next = await person(opened.db, alone, 'next-admin', 'admin');
    await goOnErasing(opened.db);
    expect([await isErased(last), await isErased(next)]).toEqual([true, false]);
    expect((await told('person erased')).at(-1)).toMatchObject({ member: last.userId });
  });

  it('takes proof: nothing without it, a code once, and none is spent on what is refused', async () => {
    const [first, second] = [await make('proved'), await make('proved-too')];
    const plain = await contextOf(opened.db, teamId, 'boss', 'admin');
    await expect(eraseWithProof(plain, first.userId, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(eraseWithProof(plain, first.userId, { password: 'wrong' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await isErased(first)).toBe(false);
    const { typed } = await withApp(plain);
    await forgetSteps(opened.db, plain.caller.userId);
    const code = await codeOf(typed);
    // The password is not enough if there is a factor; a refusal uses up no code.
    await expect(eraseWithProof(plain, first.userId, { password: PASSWORD })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(eraseWithProof(plain, 'nobody', { code })).rejects.toMatchObject({ code: 'not_found' });
    const proof = { password: PASSWORD, code };
    await expect(eraseWithProof(plain, first.userId, { code })).rejects.toMatchObject({ code: 'forbidden' });
    const elsewhere = { ...plain, token: 'signed out meanwhile' };
    const another = { password: PASSWORD, code: await codeOf(typed, 1) };
    await expect(eraseWithProof(elsewhere, first.userId, another)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(await isErased(first)).toBe(false);
    await forgetSteps(opened.db, plain.caller.userId);
    await eraseWithProof(plain, first.userId, proof);
    await expect(eraseWithProof(plain, second.userId, proof)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(eraseWithProof(plain, first.userId, proof)).rejects.toMatchObject({ code: 'not_found' });
    expect([await isErased(first), await isErased(second)]).toEqual([true, false]);
  });
});
