/**
 * Anybody who adds a column that names a person decides what erasure does to it, and whether it is in the person's own
 * data.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { ownData } from '@/lib/account/own-data';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { PERSON_COLUMNS } from '@/lib/store/keeping/person-columns';

/** Names of columns that may identify a person, even without a foreign key. */
const TELLING = '(^|_)(user|person|email|recipient|owner|whose|editors|edited|by)(_|$)';

const decided = PERSON_COLUMNS.map(({ table, column }) => `${table}.${column}`);

describe.each(testDatabases)('columns that name a person on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('are each decided, once', async () => {
    const rows = await rowsOf<{ name: string }>(
      opened.db,
      sql`select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.confrelid in ('users'::regclass, 'members'::regclass) and cardinality(c.conkey) = 1
        union select table_name || '.' || column_name from information_schema.columns
          where table_schema = 'public' and column_name ~ ${TELLING} order by 1`,
    );
    const there = rows.map(({ name }) => name);
    const undecided = there.filter((one) => !decided.includes(one));
    expect(undecided, 'Each needs a row in lib/store/keeping/person-columns.ts').toEqual([]);
    expect(new Set(decided).size).toBe(decided.length);
    const columns = await rowsOf<{ name: string }>(
      opened.db,
      sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const all = new Set(columns.map(({ name }) => name));
    const gone = decided.filter((one) => !all.has(one));
    expect(gone, 'Rows of lib/store/keeping/person-columns.ts for columns that are gone').toEqual([]);
  });

  it('stand in their own data where it is said so', async () => {
    const harness = await RunHarness.open(opened);
    let text = '';
    const source = { db: opened.db, caller: harness.admin, isStill: async () => true };
    for await (const piece of ownData(source)) text += piece;
    const keys = Object.keys(JSON.parse(text));
    const named = PERSON_COLUMNS.filter(({ exported }) => !exported.startsWith('('));
    expect(named.filter(({ exported }) => !keys.includes(exported))).toEqual([]);
  });
});
