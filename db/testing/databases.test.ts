import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, rowsOf } from '../client';
import { schema } from '../schema/all';
import { testDatabases } from './databases';

describe.each(testDatabases)('a test database on $name', ({ name, open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('is of the kind it says', async () => {
    const [row] = await rowsOf<{ version: string }>(opened.db, sql`select version() as version`);
    expect(row?.version).toContain('PostgreSQL');
    expect(opened.kind).toBe(name);
  });

  test('has the tables, and nothing in them', async () => {
    expect(await opened.db.select().from(schema.teams)).toEqual([]);
    expect(await opened.db.select().from(schema.approvals)).toEqual([]);
  });

  test('is not the one that another test opens', async () => {
    const other = await open();
    await other.db.insert(schema.teams).values({ id: 'tea_other', name: 'Elsewhere' });
    expect(await opened.db.$count(schema.teams)).toBe(0);
    await other.close();
  });
});
