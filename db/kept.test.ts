import { eq, sql } from 'drizzle-orm';
import { json, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, rowsOf } from './client';
import { as, columnsWritten, fixed, kept, keptBy, listed } from './kept';
import { schema } from './schema/all';
import { testDatabases } from './testing/databases';

const { teams } = schema;

const teamsNamed = kept(['name'], (db, { name }) =>
  db.select({ id: teams.id }).from(teams).where(eq(teams.name, name)).orderBy(teams.id),
);
const adding = kept(['id', 'name'], (db, team) => db.insert(teams).values(team));
const notes = pgTable('kept_notes', { id: text(), note: json() });
const noting = kept(['id', 'note'], (db, note) => db.insert(notes).values(note));
const renoting = keptBy((columns: string) =>
  kept(['id', 'note'], (db, { id, note }) =>
    db
      .update(notes)
      .set(Object.fromEntries(columns.split(' ').map(() => ['note', as(note, notes.note)])))
      .where(eq(notes.id, id)),
  ),
);

describe.each(testDatabases)('statements whose text is made once, on $name', ({ openAsOwner }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openAsOwner();
    await opened.db.execute(sql`create table kept_notes (id text, note json)`);
  });
  afterAll(() => opened.close());

  test('each call has its own values, also those that are sent together', async () => {
    const { db } = opened;
    await Promise.all(['a', 'b', 'c'].map((id) => adding(db, { id, name: `Team ${id}` })));
    const found = await Promise.all(['Team c', 'Team a', 'none'].map((name) => teamsNamed(db, { name })));
    expect(found).toEqual([[{ id: 'c' }], [{ id: 'a' }], []]);
  });

  test('the text is made once, and again for another database', async () => {
    let made = 0;
    const counted = kept(['id'], (db, { id }) => {
      made++;
      return db.select({ name: teams.name }).from(teams).where(eq(teams.id, id));
    });
    for (const id of ['a', 'b']) await counted(opened.db, { id });
    await opened.db.transaction((tx) => counted(tx, { id: 'c' }));
    expect(made).toBe(1);
    const other = await openAsOwner();
    expect(await counted(other.db, { id: 'a' })).toEqual([]);
    await other.close();
    expect(made).toBe(2);
  });

  test('in a transaction it is part of that one, whichever made its text', async () => {
    const { db } = opened;
    const undone = db.transaction(async (tx) => {
      await adding(tx, { id: 'd', name: 'Undone' });
      expect(await teamsNamed(tx, { name: 'Undone' })).toEqual([{ id: 'd' }]);
      await tx.transaction(async (inner) => {
        await adding(inner, { id: 'e', name: 'Undone' });
        expect(await teamsNamed(inner, { name: 'Undone' })).toHaveLength(2);
      });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await teamsNamed(db, { name: 'Undone' })).toEqual([]);
  });

  test('what is sent together keeps its order beside what drizzle makes anew', async () => {
    const { db } = opened;
    const [, , seen] = await db.transaction((tx) =>
      Promise.all([
        tx.insert(teams).values({ id: 'f', name: 'First' }),
        adding(tx, { id: 'g', name: 'First' }),
        tx.select({ id: teams.id }).from(teams).where(eq(teams.name, 'First')).orderBy(teams.id),
      ]),
    );
    expect(seen).toEqual([{ id: 'f' }, { id: 'g' }]);
  });

  test('nothing is null in a column of JSON too, and a value is written as its column has it', async () => {
    const { db } = opened;
    await noting(db, { id: 'none', note: null });
    await noting(db, { id: 'left out', note: undefined });
    await noting(db, { id: 'one', note: { a: [1] } });
    const stored = () =>
      rowsOf<{ id: string; note: unknown; none: boolean }>(
        db,
        sql`select id, note, note is null as none from kept_notes order by id`,
      );
    expect(await stored()).toEqual([
      { id: 'left out', note: null, none: true },
      { id: 'none', note: null, none: true },
      { id: 'one', note: { a: [1] }, none: false },
    ]);
    await renoting('note')(db, { id: 'one', note: null });
    await renoting('note')(db, { id: 'none', note: ['x'] });
    expect((await stored()).slice(1)).toEqual([
      { id: 'none', note: ['x'], none: false },
      { id: 'one', note: null, none: true },
    ]);
  });

  test('a fixed part of a statement has its own values at each use', async () => {
    const { db } = opened;
    const isNamed = fixed(
      ['name', 'id'],
      ({ name, id }) => sql`(${teams.name} = ${name} or ${teams.id} = ${id})`,
    );
    const select = (values: { name: string; id: string }) =>
      db.select({ id: teams.id }).from(teams).where(isNamed(values)).orderBy(teams.id);
    expect(await select({ name: 'Team a', id: 'b' })).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(await select({ name: 'Team c', id: "'$1" })).toEqual([{ id: 'c' }]);
  });

  test('a list is one value, however long it is', async () => {
    const among = kept(['ids'], (db, { ids }) =>
      db
        .select({ id: teams.id })
        .from(teams)
        .where(sql`${teams.id} in ${listed(ids)}`)
        .orderBy(teams.id),
    );
    expect(await among(opened.db, { ids: '["a","c","?"]' })).toEqual([{ id: 'a' }, { id: 'c' }]);
    expect(await among(opened.db, { ids: '[]' })).toEqual([]);
  });

  test('an error says what the database said', async () => {
    await expect(adding(opened.db, { id: 'a', name: 'Again' })).rejects.toMatchObject({
      cause: { code: '23505' },
    });
  });
});

test('a value that is left out is no column that is written', () => {
  expect(columnsWritten({ a: 1, b: undefined, c: null })).toBe('a c');
});

test('a part that looks as if it held more values than it has is refused', () => {
  expect(() => fixed(['a'], ({ a }) => sql`'$1' = ${a}`)({ a: 1 })).toThrow('more values');
});
