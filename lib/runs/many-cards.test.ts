/** A message shows its cards from their rows alone, even if hundreds of later ones exist. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { readChat } from './read-chats';
import { CrashHarness, call } from './testing/crash-harness';

describe.each(testDatabases)('a chat of many cards on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());

  it('still shows the first', async () => {
    const { harness } = crash;
    crash.reset();
    const chatId = await harness.chat();
    harness.script = () => ({ text: 'I drop.', calls: [call('drop', 'a')] });
    await harness.say(chatId, 'Drop');
    const [first] = await harness.cards(chatId, 'pending');
    await harness.deps.db.execute(sql`insert into approvals
      select (jsonb_populate_record(a, jsonb_build_object('id', a.id || n, 'tool_call_id', a.tool_call_id || n,
        'requested_at', a.requested_at + n * interval '1 ms'))).*
      from approvals a, generate_series(1, 600) n where a.id = ${first?.id}`);
    const parts = (await readChat(harness.deps.db, harness.admin, chatId))?.messages.at(-1)?.parts ?? [];
    const shown = parts.flatMap((part) => (part.type === 'data-approval' ? [part.data.id] : []));
    expect(shown).toEqual([first?.id]);
  });
});
