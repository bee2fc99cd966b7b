/** What the record tells of calls that nobody was asked about: by which rule they ran, and when approvals were skipped. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import { createChat, updateChat } from '@/lib/runs/chats';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { exportReceipts } from './receipt-export';
import { jsonLines, type ReceiptLine } from './receipt-lines';
import type { ReceiptBody } from './receipt-view';
import { verifyExport } from './verify-receipts';

const SECRET = 'a secret for tests only, long enough';

interface Told {
  kind: string;
  body: ReceiptBody;
}

describe.each(testDatabases)('the record of what nobody was asked about on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;
  /** How much stood there before the test. */
  let before: number;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
    await crash.tool('s__look');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    before = (await rows()).length;
  });

  async function exported(): Promise<string> {
    const pieces: string[] = [];
    const { db } = crash.opened;
    for await (const piece of exportReceipts(db, crash.harness.admin, {}, jsonLines, SECRET)) {
      pieces.push(piece);
    }
    return pieces.join('');
  }

  async function rows(): Promise<Told[]> {
    const lines = (await exported()).split('\n').slice(0, -2);
    return lines.map((line) => {
      const { kind, body } = jsonLines.readRow(line) as ReceiptLine;
      return { kind, body: JSON.parse(body) };
    });
  }

  const news = async () => (await rows()).slice(before);
  const kinds = async () => (await news()).map(({ kind }) => kind);

  it('tells when approvals were skipped, until when, and by what each call ran that nobody was asked about', async () => {
    const { db } = crash.opened;
    const { admin } = crash.harness;
    const chatId = await crash.harness.chat(admin);
    await updateChat(db, admin, chatId, { mode: 'plan' });
    await updateChat(db, admin, chatId, { mode: 'yolo' });
    await updateChat(db, admin, chatId, { title: 'Renamed' });
    crash.harness.steps({ calls: [call('drop', 'a')] });
    await crash.harness.say(chatId, 'Drop it');
    await updateChat(db, admin, chatId, { mode: 'default' });
    crash.harness.steps({ calls: [call('add', 'b')] });
    await crash.harness.say(chatId, 'Add it');
    const rule = {
      server: 's',
      tool: 'drop',
      own: false,
      locked: false,
      critical: false,
      openForHours: null,
    };
    await setRule(db, admin, { ...rule, effect: 'allow' });
    crash.harness.steps({ calls: [call('drop', 'c')] });
    await crash.harness.say(chatId, 'Drop that');
    await setRule(db, admin, { ...rule, effect: null });
    const told = await news();
    const person = { id: admin.userId, role: 'admin' };
    const [on, off] = told.filter(({ kind }) => kind === 'approvals skipped' || kind === 'skipping ended');
    expect(on).toMatchObject({
      kind: 'approvals skipped',
      body: { person, chat: chatId, for: admin.userId },
    });
    expect(Date.parse(on?.body.until ?? '')).toBeGreaterThan(Date.now());
    expect(off).toEqual({ kind: 'skipping ended', body: { person, chat: chatId, for: admin.userId } });
    const claimed = told.filter(({ kind }) => kind === 'claimed').map(({ body }) => [body.tool, body.rule]);
    expect(claimed).toEqual([
      ['drop', 'yolo'],
      ['add', 'writes'],
      ['drop', 'override'],
    ]);
    expect(crash.executed).toEqual(['drop a', 'add b', 'drop c']);
    const parts = (await crash.harness.messages(chatId)).flatMap((message) => message.parts);
    const records = parts.flatMap((part) => (part.type === 'data-call' ? [part.data.rule] : []));
    expect(records).toEqual(['yolo', 'writes', 'override']);
    expect(verifyExport(await exported())).toMatchObject({ fault: null, signature: 'holds' });
  });

  it('tells of a chat begun without approvals, and of nothing where its hour was over', async () => {
    const { db } = crash.opened;
    const { admin } = crash.harness;
    const chatId = await createChat(db, admin, 'yolo');
    await db
      .update(schema.chats)
      .set({ yoloUntil: sql`now() - interval '1 second'` })
      .where(eq(schema.chats.id, chatId));
    before = (await rows()).length;
    await updateChat(db, admin, chatId, { mode: 'default' });
    expect(await kinds()).toEqual([]);
    await createChat(db, admin, 'yolo');
    expect(await kinds()).toEqual(['approvals skipped']);
  });

  it('says no rule of what a person confirmed', async () => {
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('drop', 'a')] });
    await crash.harness.say(chatId, 'Drop it', member);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, member);
    const claimed = (await news()).find(({ kind }) => kind === 'claimed');
    expect(claimed?.body).toMatchObject({ tool: 'drop', person: { id: member.userId } });
    expect(claimed?.body).not.toHaveProperty('rule');
  });

  it('says the rule of what only waited beside a card, at the moment when it ran', async () => {
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('drop', 'a'), call('add', 'b')] });
    await crash.harness.say(chatId, 'Drop one, add one', member);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, member);
    const claimed = (await news()).filter(({ kind }) => kind === 'claimed');
    expect(claimed.map(({ body }) => [body.tool, body.rule]).sort()).toEqual([
      ['add', 'writes'],
      ['drop', undefined],
    ]);
  });
});
