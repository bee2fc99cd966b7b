import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { keepStatements } from './embedded-statements';

const plain = await PGlite.create('memory://');
const kept = await PGlite.create('memory://');
keepStatements(kept);

afterAll(() => Promise.all([plain.close(), kept.close()]));

beforeEach(async () => {
  for (const client of [plain, kept])
    await client.exec(
      'drop table if exists things; create table things (id int primary key, words text, tags text[], body json, at timestamptz, raw bytea, is_it boolean)',
    );
});

const INSERT = 'insert into things values ($1, $2, $3, $4, $5, $6, $7)';
const VALUES = [
  [1, 'ä "quoted"', ['a', 'b,c'], { a: [1, null] }, '2026-11-28T10:00:00Z', new Uint8Array([0, 255]), true],
  [2, null, null, null, null, null, null],
  [3, '', [], [], '2026-01-01T00:00:00+02:00', new Uint8Array(), false],
];
const names = (client: PGlite) =>
  client.query<{ name: string }>('select name from pg_prepared_statements order by prepare_time');

describe('a statement that stays prepared', () => {
  test('is told and tells as one that does not', async () => {
    for (const client of [plain, kept]) for (const values of VALUES) await client.query(INSERT, values);
    for (const rowMode of ['object', 'array', 'object'] as const) {
      const text = 'select *, $1::int as asked from things where id > $1 order by id';
      const asked = await Promise.all([plain, kept].map((client) => client.query(text, [0], { rowMode })));
      expect(asked[1]).toEqual(asked[0]);
      expect(asked[1]?.rows).toHaveLength(3);
    }
    for (const text of ['update things set words = $1 where id > 1', 'delete from things where words = $1']) {
      for (let time = 0; time < 3; time++) {
        const asked = await Promise.all([plain, kept].map((client) => client.query(text, ['x'])));
        expect(asked[1]).toEqual(asked[0]);
      }
    }
    expect((await names(kept)).rows.length).toBeGreaterThan(2);
  });

  test('fails as one that does not, and can be asked again', async () => {
    const codes = [];
    for (const client of [plain, kept]) {
      for (const id of [1, 2, 2, 2, 3]) {
        codes.push(
          await client.query(INSERT, [id, ...(VALUES[1]?.slice(1) ?? [])]).then(
            () => 'done',
            ({ code }) => code,
          ),
        );
      }
    }
    expect(codes).toEqual([...Array(2)].flatMap(() => ['done', 'done', '23505', '23505', 'done']));
    for (let time = 0; time < 3; time++)
      await expect(kept.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' });
    for (let time = 0; time < 3; time++)
      await expect(kept.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    expect((await kept.query('select 1 / $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
  });

  test('is a part of its transaction, which others wait for', async () => {
    const count = async () =>
      (await kept.query<{ n: number }>('select count(*)::int as n from things')).rows[0]?.n;
    await count();
    const ids = [10, 11, 12];
    const failing = kept.transaction(async (tx) => {
      for (const id of ids) await tx.query('insert into things (id) values ($1)', [id]);
      await tx.query('insert into things (id) values ($1)', [10]);
    });
    const during = count();
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await during).toBe(0);
    const going = kept.transaction(async (tx) => {
      for (const id of ids) await tx.query('insert into things (id) values ($1)', [id]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const after = count();
    await going;
    expect(await after).toBe(3);
  });

  test('is prepared anew where what it gives has changed', async () => {
    const ask = () => kept.query('select words from things');
    for (let time = 0; time < 3; time++) await ask();
    await kept.exec(
      'alter table things alter column words type int using 1; insert into things (id, words) values (1, 7)',
    );
    expect((await ask()).rows).toEqual([{ words: 7 }]);
  });

  test('is one of a number that does not grow', async () => {
    for (let n = 0; n < 700; n++)
      for (let time = 0; time < 2; time++)
        expect((await kept.query(`select ${n} as n`)).rows).toEqual([{ n }]);
    expect((await names(kept)).rows.length).toBeLessThanOrEqual(201);
  });

  test('is not asked of a database that is closed', async () => {
    const closed = await PGlite.create('memory://');
    keepStatements(closed);
    for (let time = 0; time < 2; time++) await closed.query('select 1');
    await closed.close();
    await expect(closed.query('select 1')).rejects.toThrow(/closed/);
  });
});
