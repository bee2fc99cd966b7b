/** The first steps of a new team, as its rows determine them; and the example company. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import type { Preferences } from '@/lib/people/preferences';
import { findCaller } from '@/lib/store/people';
import { findPreferences, savePreferences } from '@/lib/store/settings/preferences';
import { readFirstSteps } from './first-steps';
import { takeExample } from './take-example';

const TODAY = new Date('2026-11-20T09:30:00Z');
const { chats, customers, invitations, members, messages, teams, transactions, users } = schema;

describe.each(testDatabases)('the first steps on $name', ({ open }) => {
  let opened: OpenDatabase;
  let admin: Caller;
  let member: Caller;
  beforeAll(async () => {
    vi.stubEnv('AMBER_SECRET', 'a secret for tests only, long enough');
    opened = await open();
    // Another team of the same installation has the same company.
    await loadDemo(opened.db, TODAY);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await opened.close();
  });

  async function person(teamId: string, role: Caller['role'], name: string): Promise<Caller> {
    const id = newId('usr');
    await opened.db.insert(users).values({ id, name, email: `${id}@amber.test` });
    await opened.db.insert(members).values({ userId: id, teamId, role });
    return (await findCaller(opened.db, id)) as Caller;
  }
  async function newTeam(): Promise<void> {
    const id = newId('tea');
    await opened.db.insert(teams).values({ id, name: 'Alder Works' });
    admin = await person(id, 'admin', 'Ada');
  }
  async function steps(caller = admin, skipped: Preferences['skipped'] = [], hasModel = false) {
    const view = await readFirstSteps(opened.db, caller, skipped, hasModel);
    return view?.steps.map(({ step, isDone }) => `${step}${isDone ? ' done' : ''}`);
  }

  it('are done one after the other, each as soon as there is a row of it', async () => {
    await newTeam();
    const { db } = opened;
    expect(await steps()).toEqual(['model', 'records', 'invite', 'ask', 'card']);
    expect(await steps(admin, [], true)).toEqual(['model done', 'records', 'invite', 'ask', 'card']);
    await takeExample(db, admin, TODAY);
    expect((await steps())?.[1]).toBe('records done');
    const { teamId, userId } = admin;
    await db.insert(invitations).values({
      id: newId('inv'),
      teamId,
      email: 'bo@amber.test',
      role: 'member',
      tokenHash: newId('x'),
      invitedBy: userId,
      expiresAt: TODAY,
    });
    expect((await steps())?.[2]).toBe('invite done');
    await db.insert(chats).values({ id: newId('cha'), teamId, userId, title: 'New chat' });
    expect((await steps())?.[3]).toBe('ask');
    const [chat] = await db.select().from(chats).where(eq(chats.userId, userId));
    await db.insert(messages).values({ chatId: chat?.id ?? '', id: 'm1', role: 'user', parts: [] });
    expect((await steps())?.[3]).toBe('ask done');
    expect(await steps(admin, ['card'], true)).toBeUndefined();
  });

  it('can be skipped one by one or put away, by each person for themselves', async () => {
    await newTeam();
    await savePreferences(opened.db, admin.userId, { skipped: ['model', 'card'] });
    const { skipped } = await findPreferences(opened.db, admin.userId);
    expect(await steps(admin, skipped)).toEqual(['records', 'invite', 'ask']);
    expect(await steps(admin, ['all'])).toBeUndefined();
    member = await person(admin.teamId, 'member', 'Bo');
    expect((await findPreferences(opened.db, member.userId)).skipped).toEqual([]);
  });

  it('tell those who are no admins who can connect a model, and nothing of models', async () => {
    await newTeam();
    for (const role of ['member', 'viewer'] as const) {
      member = await person(admin.teamId, role, 'Bo');
      const view = await readFirstSteps(opened.db, member, [], false);
      expect(view?.steps.map(({ step }) => step)).toEqual(['model', 'ask', 'card']);
      expect(view).toMatchObject({ admins: ['Ada'], mayTakeExample: false });
      expect(view).not.toHaveProperty('models');
      expect(await readFirstSteps(opened.db, member, [], true)).not.toHaveProperty('admins');
    }
    expect(await readFirstSteps(opened.db, admin, [], false)).toMatchObject({
      mayTakeExample: true,
      models: { team: null, found: null },
    });
  });

  it('give the example company to an admin of a team without records, once, under ids of its own', async () => {
    await newTeam();
    const { db } = opened;
    member = await person(admin.teamId, 'member', 'Bo');
    await expect(takeExample(db, member, TODAY)).rejects.toMatchObject({ code: 'forbidden' });
    const before = await db.$count(customers);
    await takeExample(db, admin, TODAY);
    expect(await db.$count(customers)).toBe(before + 200);
    const own = await db.select().from(customers).where(eq(customers.teamId, admin.teamId));
    expect(own.filter(({ name }) => name === 'Halden Optics')).toHaveLength(1);
    const moved = await db.$count(transactions, eq(transactions.teamId, admin.teamId));
    expect(moved).toBe(10_000);
    await expect(takeExample(db, admin, TODAY)).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.$count(customers)).toBe(before + 200);
  });
});
