/** Sharing a chat with the team, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { createChat, deleteChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { readShare, readShares, shareChat, withdrawShare } from './shares';

describe.each(testDatabases)('shared chats on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let viewer: Caller;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    [member, viewer] = [await harness.person('member'), await harness.person('viewer')];
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  async function chatOf(text: string): Promise<string> {
    const chatId = await harness.chat(member);
    harness.steps({ text: 'Done.' });
    await harness.say(chatId, text, member);
    return chatId;
  }
  const stranger = () => ({ ...harness.admin, teamId: 'another' });

  it('are read by the whole team, do not follow what is said later, and hold no secret', async () => {
    const chatId = await chatOf('Key ghp_abcdefghijklmnop1234');
    const id = await shareChat(opened.db, member, chatId);
    const before = await readShare(opened.db, viewer, id);
    expect(before?.messages).toHaveLength(2);
    expect(JSON.stringify(before)).not.toContain('ghp_');
    harness.steps({ text: 'More.' });
    await harness.say(chatId, 'Something later', member);
    expect(await readShare(opened.db, viewer, id)).toEqual(before);
    expect(await readShare(opened.db, stranger(), id)).toBeNull();
    const rows = await opened.db.select().from(schema.shares);
    expect(JSON.stringify(rows)).not.toContain('ghp_');
  });

  it('are withdrawn by their owner or an admin, each with its receipts', async () => {
    const chatId = await chatOf('A plan');
    const [own, other] = [
      await shareChat(opened.db, member, chatId),
      await shareChat(opened.db, member, chatId),
    ];
    for (const who of [viewer, stranger()])
      await expect(withdrawShare(opened.db, who, own)).rejects.toMatchObject({ code: 'not_found' });
    const mine = (await readShares(opened.db, member)).shares.map(({ id }) => id);
    expect(mine).toEqual(expect.arrayContaining([own, other]));
    expect((await readShares(opened.db, viewer)).shares).toEqual([]);
    await withdrawShare(opened.db, member, own);
    await withdrawShare(opened.db, harness.admin, other);
    for (const id of [own, other]) expect(await readShare(opened.db, member, id)).toBeNull();
    await expect(withdrawShare(opened.db, member, own)).rejects.toMatchObject({ code: 'not_found' });
    const { receipts } = await listReceipts(opened.db, harness.admin, { chat: chatId });
    const told = receipts
      .filter(({ body }) => body.share)
      .map(({ kind, body }) => [kind, body.share, body.person?.id]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['chat shared', own, member.userId],
        ['share withdrawn', own, member.userId],
        ['share withdrawn', other, harness.admin.userId],
      ]),
    );
    expect(told).toHaveLength(4);
  });

  it('go with their chat; only its owner shares, and no temporary one', async () => {
    const chatId = await chatOf('Another plan');
    const id = await shareChat(opened.db, member, chatId);
    await expect(shareChat(opened.db, viewer, chatId)).rejects.toMatchObject({ code: 'not_found' });
    await deleteChat(opened.db, member, chatId);
    expect(await readShare(opened.db, viewer, id)).toBeNull();
    const temporary = await createChat(opened.db, member, 'default', true);
    await expect(shareChat(opened.db, member, temporary)).rejects.toMatchObject({ code: 'conflict' });
  });
});
