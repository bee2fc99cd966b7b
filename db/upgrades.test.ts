/**
 * Databases of many versions, with people, chats and a record in them, are upgraded to the current one: nothing is
 * lost, and the record is complete.
 */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase, rowsOf } from './client';
import { checkRecord } from './copy/settle';
import { knownMigrations, migrate } from './migrate';
import { schema } from './schema/all';
import { migrationsBefore } from './testing/before';
import { createPostgresDatabase, MIGRATIONS } from './testing/databases';
import { openEmpty } from './testing/embedded-template';

/** The number of migrations of each: from the first that wrote receipts on, every twelfth, and the last but one. */
const ALL = knownMigrations(MIGRATIONS).length;
const VERSIONS = [...Array.from({ length: Math.ceil((ALL - 6) / 12) }, (_, nth) => 6 + nth * 12), ALL - 1];

const EMPTY: Record<'pglite' | 'postgres', () => Promise<OpenDatabase>> = {
  pglite: openEmpty,
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
    return { ...opened, close: () => opened.close().then(drop) };
  },
};

/** In SQL that every version understands. */
const ROWS = [
  `insert into teams (id, name) values ('tea_1', 'Alder & Finch')`,
  `insert into users (id, name, email) values ('usr_1', 'Ada', 'ada@amber.test'), ('usr_2', 'Ben', 'ben@amber.test')`,
  `insert into members (user_id, team_id, role) values ('usr_1', 'tea_1', 'admin'), ('usr_2', 'tea_1', 'member')`,
  `insert into sessions (id, token, user_id, expires_at) values ('ses_1', 'tok_1', 'usr_1', now() + interval '1 day')`,
  `insert into chats (id, team_id, user_id, title) values ('cht_1', 'tea_1', 'usr_2', 'Who owes us money?')`,
  `insert into messages (chat_id, id, role, parts) values ('cht_1', 'm1', 'user', '[{"type":"text","text":"a \\u0000 b"}]')`,
  `insert into runs (id, chat_id, user_message_id, message_id, status, owner) values ('run_1', 'cht_1', 'm1', 'm2', 'done', 'p')`,
  `insert into customers (id, team_id, name) values ('cus_1', 'tea_1', 'Birch')`,
];

describe.each(['pglite', 'postgres'] as const)('a database of %s', (name) => {
  it.each(VERSIONS)('of %i migrations is one of today', async (version) => {
    const folder = migrationsBefore(version);
    const opened = await EMPTY[name]();
    const { db } = opened;
    try {
      await migrate(db, folder);
      for (const row of ROWS) await db.execute(sql.raw(row));
      const [before] = await rowsOf<{ count: string }>(db, sql`select count(*) as count from receipts`);
      expect(Number(before?.count)).toBeGreaterThan(0);
      await migrate(db, MIGRATIONS);
      await db.execute(sql`select public.receipts_link('tea_1')`);
      expect(await checkRecord(db)).toBeGreaterThanOrEqual(Number(before?.count));
      expect(await db.select({ id: schema.users.id, name: schema.users.name }).from(schema.users)).toEqual([
        { id: 'usr_1', name: 'Ada' },
        { id: 'usr_2', name: 'Ben' },
      ]);
      const [said] = await db.select().from(schema.messages);
      expect(said).toMatchObject({ id: 'm1', active: true, parts: [{ type: 'text', text: 'a \u0000 b' }] });
      const [chat] = await db.select().from(schema.chats);
      expect(chat).toMatchObject({ id: 'cht_1', mode: 'default', erasedAt: null, temporary: false });
      expect(await db.$count(schema.customers)).toBe(1);
      await migrate(db, MIGRATIONS);
    } finally {
      await opened.close();
      rmSync(folder, { recursive: true });
    }
  });
});
