/** An earlier backup contains people who were erased since: the list of pseudonyms erases them again. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { checkRecord } from '@/db/copy/settle';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { person } from '@/lib/account/testing/person';
import { backUp, EMPTY, KEY, ownFolder, restore, SECRET } from '@/lib/backup/testing/copies';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { erasePerson, goOnErasing } from './erase-person';
import { readErasures } from './erasures';

ownFolder();
const { accounts, members, messages, receipts, users } = schema;

describe.each(testDatabases)('a backup from before on $name', ({ name, openAsOwner }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openAsOwner();
  });
  afterAll(() => opened.close());

  it('is restored with the list of who was erased since: they do not sign in, and are erased again', async () => {
    const harness = await RunHarness.open(opened);
    const { db } = opened;
    const whom = await person(db, harness.admin.teamId, 'returner');
    const stays = await person(db, harness.admin.teamId, 'stayer');
    const chatId = await harness.chat(whom);
    harness.steps({ text: 'An answer.' });
    await harness.say(chatId, 'A question of returner', whom);
    const path = await backUp(opened);
    await erasePerson(db, harness.admin, whom.userId);
    const list = (await readErasures(db, harness.admin)).erased.map(({ id }) => id);
    expect(list).toEqual([whom.userId]);

    const other = await EMPTY[name]();
    try {
      const restored = await restore(other, path, KEY, [SECRET], [...list, 'never-there', 'a"b']);
      expect(restored.erased).toBe(1);
      const nameOf = async (id: string) =>
        (await other.db.select().from(users).where(eq(users.id, id)))[0]?.name;
      expect(await nameOf(whom.userId)).toBe('returner');
      expect(await other.db.$count(accounts, eq(accounts.userId, whom.userId))).toBe(0);
      expect(await other.db.$count(accounts, eq(accounts.userId, stays.userId))).toBe(1);
      await goOnErasing(other.db);
      expect([await nameOf(whom.userId), await nameOf(stays.userId)]).toEqual([
        `Erased person ${whom.userId.slice(-6)}`,
        'stayer',
      ]);
      expect(await other.db.$count(members, eq(members.userId, whom.userId))).toBe(0);
      expect(await other.db.$count(messages, eq(messages.chatId, chatId))).toBe(0);
      const told = await other.db.select().from(receipts).where(eq(receipts.kind, 'person erased'));
      expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([{ member: whom.userId }]);
      expect(await checkRecord(other.db)).toBe(await other.db.$count(receipts));
    } finally {
      await other.close();
    }
  });
});
