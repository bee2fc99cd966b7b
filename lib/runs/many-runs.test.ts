/**
 * How many answers may be in progress for one person (R30): enough for anybody, and nobody else gets fewer because of
 * it.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from './testing/run-harness';

const { chats, runs } = schema;
const MOST = 100;

describe.each(testDatabases)('many answers at once on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  it('are a hundred for a person, and another person’s do not count', async () => {
    const member = await harness.person('member');
    const begun = async (nth: number, by = member) =>
      harness.begin(await harness.chat(by), { id: `m${nth}`, text: 'Go' }, by);
    const { run } = await begun(0);
    const [chat] = await opened.db.select().from(chats).where(eq(chats.id, run.chatId));
    if (!chat) throw new Error('There is no chat.');
    const others = Array.from({ length: MOST - 2 }, (_, nth) => `other${nth}`);
    await opened.db.insert(chats).values(others.map((id) => ({ ...chat, id })));
    await opened.db.insert(runs).values(others.map((id) => ({ ...run, id, chatId: id })));
    expect((await begun(MOST - 1)).run.status).toBe('running');
    await expect(begun(MOST)).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
    expect((await begun(MOST + 1, harness.admin)).run.status).toBe('running');
  });
});
