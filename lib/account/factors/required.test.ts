/** A team that requires a second factor: people without one can set one up, and do nothing else. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callerOfSession } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { createToken } from '@/lib/outside/tokens';
import { visitorOf } from '@/lib/outside/visitor';
import { askSecondFactor } from '@/lib/team/team';
import { readFactors, removeApp } from './own-factors';
import { contextOf, ORIGIN, PASSWORD, withApp } from './testing/people';

const { receipts, users } = schema;

describe.each(testDatabases)('a team that asks for a second factor on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  });
  afterAll(() => opened.close());

  it('has an admin with one; who lacks it is nobody but to what sets one up, other clients included', async () => {
    const { db } = opened;
    const [boss, member] = [
      await contextOf(db, 'tea_1', 'boss', 'admin'),
      await contextOf(db, 'tea_1', 'member'),
      await contextOf(db, 'tea_1', 'second', 'admin'),
    ];
    const demo = await contextOf(db, 'tea_1', 'demo');
    await db.update(users).set({ demo: true }).where(eq(users.id, demo.caller.userId));
    const ask = (of: 'nobody' | 'admins' | 'everybody', by = boss) => askSecondFactor(db, by.caller, of);
    await expect(ask('everybody', member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask('everybody')).rejects.toMatchObject({ code: 'conflict' });
    const { codes } = await withApp(boss);
    const { token } = await createToken(db, member.caller, {
      name: 'tool',
      scopes: ['customers.read'],
      days: 7,
    });
    const seen = (name: string, asked = {}) => callerOfSession(db, `${name}-here`, { demo: true }, asked);
    const isLetIn = async () => (await visitorOf(db, token, false, ORIGIN)) !== undefined;
    expect(await isLetIn()).toBe(true);

    await ask('admins');
    expect(await seen('second')).toBeNull();
    expect(await seen('second', { settingUp: true })).toMatchObject({ role: 'admin' });
    expect(await seen('member')).not.toBeNull();
    await ask('everybody');
    for (const [name, isThere] of Object.entries({ boss: true, member: false, second: false, demo: true }))
      expect([name, (await seen(name)) !== null]).toEqual([name, isThere]);
    expect(await isLetIn()).toBe(false);

    const door = { origins: () => [ORIGIN], caller: (_: Headers, asked = {}) => seen('member', asked) };
    const handle = async () => ({ ok: true });
    const { GET, POST } = methods(
      { GET: endpoint({ handle }), POST: endpoint({ settingUp: true, handle }) },
      door,
    );
    const request = (method: string) =>
      new Request(`${ORIGIN}/api/x`, { method, headers: { origin: ORIGIN } });
    const context = { params: Promise.resolve({}) };
    const refused = await GET(request('GET'), context);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: 'second_factor' } });
    expect((await POST(request('POST'), context)).status).toBe(200);

    await withApp(member);
    expect(await seen('member')).not.toBeNull();
    expect(await isLetIn()).toBe(true);
    await expect(removeApp(boss, { password: PASSWORD, code: codes[0] })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await readFactors(db, boss.caller)).toMatchObject({ app: true });
    await ask('nobody');
    expect(await seen('second')).not.toBeNull();
    const told = await db
      .select()
      .from(receipts)
      .where(eq(receipts.kind, 'second factor asked'))
      .orderBy(receipts.id);
    expect(told.map(({ body }) => JSON.parse(String(body)))).toMatchObject([
      { person: { id: boss.caller.userId }, change: 'admins', was: 'nobody' },
      { change: 'everybody', was: 'admins' },
      { change: 'nobody', was: 'everybody' },
    ]);
  });
});
