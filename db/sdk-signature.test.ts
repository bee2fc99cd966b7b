/**
 * The signatures of the SDK's requests are dropped; cards that had one stay as they are, and nothing is added to the
 * record.
 */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Database, rowsOf } from './client';
import { testMigration } from './testing/before';

const read = (db: Database, table: string) =>
  rowsOf<Record<string, unknown>>(db, sql`select * from ${sql.identifier(table)} order by id`);

async function fill(db: Database): Promise<void> {
  await db.execute(sql`insert into teams (id, name) values ('t', 'Alder & Finch')`);
  await db.execute(sql`insert into users (id, name, email) values ('u', 'Ada', 'ada@amber.test')`);
  await db.execute(sql`insert into chats (id, team_id, user_id, title) values ('c', 't', 'u', 'Drop')`);
  await db.execute(sql`insert into runs (id, chat_id, user_message_id, message_id, status, owner)
    values ('r', 'c', 'asked', 'answer', 'waiting', 'test')`);
  for (const [id, status] of [
    ['waits', 'pending'],
    ['decided', 'cancelled'],
  ]) {
    await db.execute(sql`insert into approvals (id, team_id, chat_id, run_id, requested_by, tool_call_id, sdk_approval_id,
        sdk_signature, kind, server, server_url, tool, model_tool, title, description, trusted, risk, annotations, input,
        input_hash, definition_hash, policy_version, reason, preview_hash, status, expires_at)
      values (${id}, 't', 'c', 'r', 'u', ${id}, ${id}, 'signed', 'ask', 's', 'https://s', 'drop', 's__drop', 'Drop', '', true,
        'destructive', '{}', '{}', '', '', '1.1', '', '', ${status}, now() + interval '1 day')`);
  }
}

testMigration('_no_sdk_signature', 'cards keep all but the SDK\u2019s signature', async ({ db }, upgrade) => {
  await fill(db);
  const [cards, receipts] = [await read(db, 'approvals'), await read(db, 'receipts')];
  await upgrade();
  expect(cards.map(({ id }) => id)).toEqual(['decided', 'waits']);
  expect(receipts.length).toBeGreaterThan(0);
  // Columns added since have no values for them.
  const kept = cards.map(({ sdk_signature: _, ...card }) => card);
  const now = await read(db, 'approvals');
  expect(now).toEqual(kept.map((card) => expect.objectContaining(card)));
  const added = now.flatMap((card, nth) =>
    Object.entries(card).filter(([name]) => !(name in (kept[nth] ?? {}))),
  );
  expect(added.filter(([, value]) => value !== null)).toEqual([]);
  expect(now[0]).not.toHaveProperty('sdk_signature');
  expect(await read(db, 'receipts')).toEqual(receipts);
});
