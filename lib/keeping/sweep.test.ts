/**
 * Whatever is older than its retention time is erased, piece by piece; pending, unknown and shared things stay, and the
 * record verifies.
 */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { eraseSome } from '@/lib/chats/bin';
import { exportReceipts } from '@/lib/receipts/receipt-export';
import { jsonLines } from '@/lib/receipts/receipt-lines';
import { verifyExport } from '@/lib/receipts/verify-receipts';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { countGoing } from './keeping';
import { eraseOld, type SweepSettings } from './sweep';

const { calls, chats, messages, outbox, receipts, runs } = schema;
const SECRET = 'a secret for tests only, long enough';
const MANY = 1500;
const OLD = sql`now() - interval '100 days'`;

describe.each(testDatabases)('keeping for a time on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  const age = (id: string) => opened.db.update(chats).set({ updatedAt: OLD }).where(eq(chats.id, id));
  const isDeleted = async (id: string) =>
    (await opened.db.select().from(chats).where(eq(chats.id, id)))[0]?.deletedAt !== null;
  const rounds = async (keeping: Parameters<typeof eraseOld>[1]) => {
    let count = 1;
    while (await eraseOld(opened.db, keeping)) count += 1;
    return count;
  };
  const none: SweepSettings = {
    chatsDays: undefined,
    contentsDays: undefined,
    mailDays: undefined,
    leastDays: 1,
  };
  const swept = async (what: string) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, 'swept'));
    const bodies = rows.map(({ body }) => JSON.parse(body)).filter(({ change }) => change === what);
    return bodies.reduce((sum, { count }) => sum + count, 0);
  };

  async function talked(): Promise<string> {
    const id = await harness.chat();
    harness.steps({ calls: [{ tool: 'customers_list', input: {} }] }, { text: 'So it is.' });
    await harness.say(id, 'Who owes us money?');
    return id;
  }

  it('deletes thousands of chats that nobody uses, and leaves those in which something is open', async () => {
    const { userId, teamId } = harness.admin;
    const customer = await harness.office.addCustomer();
    const [old, used, waiting, unknown, shared] = [
      ...[await talked(), await talked(), await harness.chat(), await talked(), await talked()],
    ] as [string, string, string, string, string];
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(waiting, 'Delete it');
    const stuck = {
      teamId,
      chatId: unknown,
      toolCallId: 'x',
      server: 's',
      serverUrl: '',
      tool: 't',
      modelTool: 't',
    };
    const [run] = await opened.db.select().from(runs).where(eq(runs.chatId, unknown));
    await opened.db.insert(calls).values({
      ...stuck,
      id: 'call_unknown',
      runId: run?.id ?? '',
      metadata: {},
      definitionHash: '',
      trusted: false,
      risk: 'write',
      input: '{}',
      inputHash: '',
      status: 'unknown',
    });
    await opened.db
      .insert(schema.shares)
      .values({ id: 'sha_1', teamId, userId, chatId: shared, title: 'x', messages: [] });
    const many = Array.from({ length: MANY }, (_, nth) => ({
      id: `cht_${nth}`,
      teamId,
      userId,
      title: `Chat ${nth}`,
    }));
    await opened.db.insert(chats).values(many);
    for (const id of [old, waiting, unknown, shared]) await age(id);
    await opened.db.update(chats).set({ updatedAt: OLD }).where(sql`starts_with(${chats.id}, 'cht_')`);
    await age(used);
    await opened.db.update(chats).set({ updatedAt: sql`now()` }).where(eq(chats.id, used));

    expect(await eraseOld(opened.db, none)).toBe(false);
    expect(await isDeleted(old)).toBe(false);
    // The person who sets it is told beforehand how many that would be.
    const going = (days: number, keeping = none) =>
      countGoing(opened.db, harness.admin, { chats: days, contents: null, mail: null }, keeping);
    const nothing = { chats: 0, answers: 0, contents: 0, mail: 0 };
    expect(await going(90)).toEqual({ ...nothing, chats: MANY + 1 });
    expect(await going(200)).toEqual(nothing);
    // What the operator's own time deletes is not counted.
    expect(await going(90, { ...none, chatsDays: 95 })).toEqual(nothing);
    expect(await isDeleted(old)).toBe(false);
    expect(await rounds({ ...none, chatsDays: 90 })).toBeGreaterThan(MANY / 100);
    expect(await Promise.all([old, used, waiting, unknown, shared].map(isDeleted))).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(await opened.db.$count(chats, isNotNull(chats.deletedAt))).toBe(MANY + 1);
    expect(await swept('chats')).toBe(MANY + 1);

    // A month later they are erased, and the record is unchanged.
    await opened.db.update(chats).set({ deletedAt: OLD }).where(eq(chats.id, old));
    while (await eraseSome(opened.db));
    expect(await opened.db.$count(messages, eq(messages.chatId, old))).toBe(0);
    expect(await swept('erased chats')).toBe(1);
    const [call] = await opened.db.select().from(calls).where(eq(calls.chatId, old));
    expect(call).toMatchObject({ result: null, status: 'success', resultHash: expect.any(String) });
    let file = '';
    for await (const piece of exportReceipts(opened.db, harness.admin, {}, jsonLines, SECRET)) file += piece;
    expect(verifyExport(file)).toMatchObject({ fault: null, signature: 'holds' });
  });

  it('deletes mail that has left, and none that has not', async () => {
    const { teamId } = harness.admin;
    const mail = (id: string, status: 'sent' | 'pending' | 'failed', createdAt = OLD) => ({
      id,
      teamId,
      status,
      recipient: 'ada@amber.test',
      subject: 's',
      body: 'b',
      createdAt,
    });
    await opened.db.delete(outbox);
    await opened.db.insert(outbox).values(Array.from({ length: MANY }, (_, nth) => mail(`m${nth}`, 'sent')));
    await opened.db
      .insert(outbox)
      .values([mail('p', 'pending'), mail('f', 'failed'), mail('n', 'sent', sql`now()`)]);
    const asked = { chats: null, contents: null, mail: 90 };
    expect((await countGoing(opened.db, harness.admin, asked, none)).mail).toBe(MANY + 1);
    expect(await rounds({ ...none, mailDays: 90 })).toBeGreaterThan(MANY / 100);
    const left = await opened.db.select({ id: outbox.id }).from(outbox);
    expect(left.map(({ id }) => id).toSorted()).toEqual(['n', 'p']);
    expect(await swept('mail')).toBe(MANY + 1);
  });
});
