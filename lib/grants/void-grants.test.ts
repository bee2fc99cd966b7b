/** When a grant ends without being revoked: for good. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeMember } from '@/db/queries/team-changes';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import type { CrashHarness } from '@/lib/runs/testing/crash-harness';
import { ANY, GrantDesk } from '@/lib/runs/testing/grant-desk';
import { readGrants } from './grant-list';
import { revokeGrant } from './grants';

const { grants, members, policyRules } = schema;

describe.each(testDatabases)('a grant on $name', ({ open }) => {
  let desk: GrantDesk;
  let crash: CrashHarness;
  let member: Caller;

  beforeAll(async () => {
    desk = await GrantDesk.open(await open());
    ({ crash, member } = desk);
  });
  afterAll(() => crash.close());
  beforeEach(() => desk.reset());

  it.each(['contractHash', 'rulesHash'] as const)('is void with another %s, for good', async (which) => {
    await desk.allow({});
    const { db } = crash.opened;
    const [given] = await db.select().from(grants);
    await db.update(grants).set({ [which]: 'another' });
    expect(await desk.waits(await desk.drop(['b']))).toBe(1);
    await db.update(grants).set({ [which]: given?.[which] });
    expect(await desk.waits(await desk.drop(['c']))).toBe(1);
    expect(crash.executed).toEqual([]);
    expect(await desk.told(given?.id)).toEqual([
      ['granted', member.userId],
      ['grant taken back', undefined],
    ]);
  });

  it('ends with the right of who gave it', async () => {
    const { db } = crash.opened;
    const giver = await crash.harness.person('admin');
    const chatId = await desk.drop(['a']);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, giver, { grant: ANY });
    expect(await desk.waits(await desk.drop(['b']))).toBe(0);
    const his = eq(members.userId, giver.userId);
    await db.update(members).set({ role: 'member' }).where(his);
    expect(await desk.waits(await desk.drop(['c']))).toBe(1);
    await db.update(members).set({ role: 'admin' }).where(his);
    expect(await desk.waits(await desk.drop(['d']))).toBe(1);
    expect(crash.executed).toEqual(['drop a', 'drop b']);
    expect(await desk.told()).toContainEqual(['grant taken back', undefined]);
  });

  it('ends when the list meets it void; of a server that is silent it says nothing', async () => {
    await desk.allow({});
    const { db } = crash.opened;
    const { harness } = crash;
    const connections = harness.deps.connectionsFor(member);
    const listedAs = async (list = connections) => {
      const [one] = await readGrants(db, member, list);
      return [one?.revokedAt === null, one?.isVoid, one?.isAsleep];
    };
    expect(await listedAs()).toEqual([true, false, false]);
    await db.update(grants).set({ tool: 'gone' });
    expect(await listedAs()).toEqual([true, false, true]);
    const silent = { tools: [], problems: [{ server: 's', message: 'It is away.' }] };
    expect(await listedAs({ ...connections, list: async () => silent })).toEqual([true, false, false]);
    expect(await listedAs({ ...connections, list: () => new Promise(() => {}) })).toEqual([
      true,
      false,
      false,
    ]);
    await db.update(grants).set({ tool: 'drop', contractHash: 'another' });
    expect(await readGrants(db, member)).toMatchObject([{ revokedAt: null, isVoid: false, isAsleep: false }]);
    expect(await listedAs()).toEqual([false, true, false]);
    expect((await desk.told()).at(-1)).toEqual(['grant taken back', undefined]);
  });

  it('ends with the rules that it was given under: taking the change back wakes nothing', async () => {
    await desk.allow({});
    const { db } = crash.opened;
    const { admin } = crash.harness;
    const rule = { server: 's', own: false, locked: false, critical: false, openForHours: null };
    await setRule(db, admin, { ...rule, tool: 'add', effect: 'ask' });
    await setRule(db, admin, { ...rule, tool: 'drop', effect: null, openForHours: 4 });
    await setRule(db, member, { ...rule, own: true, tool: 'look', effect: 'ask' });
    expect(await readGrants(db, member)).toMatchObject([{ revokedAt: null }]);
    await setRule(db, admin, { ...rule, tool: null, effect: 'ask_admin', locked: true });
    await setRule(db, admin, { ...rule, tool: null, effect: null });
    expect(await desk.waits(await desk.drop(['b']))).toBe(1);
    expect(crash.executed).toEqual([]);
    expect((await desk.told()).at(-1)).toEqual(['grant taken back', admin.userId]);
    expect(await readGrants(db, member)).toMatchObject([{ isVoid: false }]);
  });

  it('ends when the person leaves the team, and with it what he set for himself', async () => {
    const { db } = crash.opened;
    const leaver = await crash.harness.person('member');
    const [card] = await crash.harness.cards(await desk.drop(['a'], undefined, leaver), 'pending');
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, leaver, { grant: ANY });
    const own = { server: 's', own: true, locked: false, critical: false, openForHours: null };
    await setRule(db, leaver, { ...own, tool: 'look', effect: 'deny' });
    const team = { teamId: leaver.teamId, signal: AbortSignal.timeout(60_000) };
    await db.transaction((tx) => removeMember({ ...team, db: tx, locks: true }, leaver.userId));
    expect(await db.$count(policyRules)).toBe(0);
    expect(await db.select().from(grants)).toMatchObject([{ revokedAt: expect.any(Date) }]);
    await expect(setRule(db, leaver, { ...own, tool: 'look', effect: 'deny' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('is one of at most 200 that are open for a person', async () => {
    await desk.allow({});
    const { db } = crash.opened;
    const [given] = await db.select().from(grants);
    if (!given) throw new Error('Nothing was given.');
    const others = Array.from({ length: 199 }, (_, nth) => ({ ...given, id: `g${nth}`, tool: 'another' }));
    await db.insert(grants).values(others);
    await db.update(grants).set({ tool: 'another' });
    const [card] = await crash.harness.cards(await desk.drop(['b']), 'pending');
    const confirm = () => crash.harness.decide(card?.id ?? '', 'confirm', undefined, member, { grant: ANY });
    await expect(confirm()).rejects.toMatchObject({ code: 'bad_request' });
    expect(crash.executed).toEqual([]);
    await revokeGrant(db, member, 'g7');
    expect(await confirm()).toBe('confirmed');
    expect(crash.executed).toEqual(['drop b']);
  });
});
