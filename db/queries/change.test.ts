import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { teams } from '@/db/schema/auth';
import { categories } from '@/db/schema/company';
import { testDatabases } from '@/db/testing/databases';
import { type Caller, changeTeamData, differences, lockTeam, viewTeamData } from './change';

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: OpenDatabase;
  let caller: Caller & { db: Database };
  let controller: AbortController;

  const row = () => ({
    id: newId('cat'),
    teamId: caller.teamId,
    name: newId('name'),
    kind: 'expense' as const,
  });
  const names = async () => {
    const rows = await database.db.select().from(categories).where(eq(categories.teamId, caller.teamId));
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    database = await open();
    controller = new AbortController();
    caller = { db: database.db, teamId: newId('team'), signal: controller.signal };
    await database.db.insert(teams).values({ id: caller.teamId, name: 'Alder & Finch' });
  });

  afterAll(() => database?.close());

  test('a change stays, unless its work throws', async () => {
    const [stays, goes] = [row(), row()];
    await changeTeamData(caller, (data) => data.db.insert(categories).values(stays));
    const failing = changeTeamData(caller, async (data) => {
      await data.db.insert(categories).values(goes);
      throw new RangeError('no');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await names()).toEqual([stays.name]);
  });

  test('of a change whose caller goes after its last query nothing stays', async () => {
    const before = await names();
    const leaving = new AbortController();
    const stopped = changeTeamData({ ...caller, signal: leaving.signal }, async (data) => {
      await data.db.insert(categories).values(row());
      leaving.abort(new RangeError('gone'));
      return 'done';
    });
    await expect(stopped).rejects.toThrow(RangeError);
    expect(await names()).toEqual(before);
  });

  test('no query starts after the caller has gone', async () => {
    const leaving = new AbortController();
    let started = 0;
    const work = async (data: { db: unknown }) => {
      if (data.db) started += 1;
      leaving.abort();
      if (data.db) started += 1;
    };
    await expect(changeTeamData({ ...caller, signal: leaving.signal }, work)).rejects.toThrow();
    await expect(viewTeamData({ ...caller, signal: leaving.signal }, work)).rejects.toThrow();
    expect(started).toBe(1);
  });

  test('the database refuses a change in a view', async () => {
    const before = await names();
    const writing = viewTeamData(caller, (data) => data.db.insert(categories).values(row()));
    await expect(writing).rejects.toThrow();
    expect(await viewTeamData(caller, lockTeam)).toBeUndefined();
    expect(await names()).toEqual(before);
  });
});

test('differences are the given fields with another value', () => {
  const existing = { name: 'Travel', taxRate: 0, budget: null as number | null };
  expect(differences(existing, { name: 'Travel', taxRate: 0, budget: null })).toBeNull();
  expect(differences(existing, { name: 'Trips', taxRate: 0 })).toEqual({ name: 'Trips' });
  expect(differences(existing, { budget: 0 })).toEqual({ budget: 0 });
  expect(differences<Partial<typeof existing>>(existing, { name: undefined })).toBeNull();
});
