/** What Activity says of changes that nobody was asked about: whom they were about, while that is kept, and to admins alone. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { eraseChat } from '@/lib/chats/bin';
import { createChat, deleteChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { listReceipts } from './receipts';

const { calls } = schema;

describe.each(testDatabases)('activity of unasked calls on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  /** A chat in which approvals are skipped, and the model has made this call. */
  async function ran(tool: string, input: object): Promise<string> {
    const chatId = await createChat(opened.db, harness.admin, 'yolo');
    harness.steps({ calls: [{ tool, input }] }, { text: 'Done.' });
    await harness.say(chatId, 'Do it');
    expect(await harness.cards(chatId)).toEqual([]);
    return chatId;
  }
  const told = async (chat: string, caller = harness.admin) =>
    (await listReceipts(opened.db, caller, { chat })).receipts;
  const cards = async (chat: string) => (await told(chat)).flatMap(({ card }) => card ?? []);

  it('says what our own tool said that it did, once', async () => {
    const { id, name } = await harness.office.addCustomer();
    const chatId = await ran('customer_delete', { customerId: id });
    const [card, ...others] = await cards(chatId);
    expect(others).toEqual([]);
    expect(card).toMatchObject({ server: 'amber', preview: null, input: { customerId: id } });
    expect(card?.said).toContain(name);
  });

  it('says the arguments of a change, and nothing of a read', async () => {
    const input = { email: 'kim.unasked@amber.test', role: 'viewer' };
    const chatId = await ran('team_member_invite', input);
    expect(await cards(chatId)).toMatchObject([{ input }]);
    expect(await cards(await ran('customers_list', { limit: 3 }))).toEqual([]);
  });

  it('says nothing to an auditor, and nothing once the contents or the chat are erased', async () => {
    const auditor = await harness.person('auditor');
    const input = { email: 'lee.unasked@amber.test', role: 'viewer' };
    const [swept, erased] = [
      await ran('team_member_invite', input),
      await ran('team_member_invite', { ...input, email: 'max.unasked@amber.test' }),
    ];
    expect((await told(swept, auditor)).map(({ kind }) => kind)).toContain('answered');
    expect(JSON.stringify(await told(swept, auditor))).not.toContain('.unasked@');
    await opened.db.update(calls).set({ contentsErasedAt: new Date() }).where(eq(calls.chatId, swept));
    expect(await cards(swept)).toEqual([]);
    await deleteChat(opened.db, harness.admin, erased);
    await eraseChat(opened.db, erased);
    expect(await cards(erased)).toEqual([]);
    expect((await told(erased)).map(({ kind }) => kind)).toContain('answered');
  });
});
