/**
 * A team's own retention times, within the operator's limits; and the contents of calls, which are deleted while the
 * evidence stays.
 */
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { exportReceipts } from '@/lib/receipts/receipt-export';
import { jsonLines } from '@/lib/receipts/receipt-lines';
import { listReceipts } from '@/lib/receipts/receipts';
import { verifyExport } from '@/lib/receipts/verify-receipts';
import { readChat } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { listRecord } from '@/lib/store/conversation/record';
import { ERASED_CONTENTS } from '@/lib/values/erased';
import { countGoing, type NewKeeping, readKeeping, setKeeping } from './keeping';
import { eraseOld, type SweepSettings } from './sweep';

const { approvals, calls, chats, members, receipts, runs, sweeps, teamKeeping, teams } = schema;
const SECRET = 'a secret for tests only, long enough';
const OPEN: SweepSettings = {
  chatsDays: undefined,
  contentsDays: undefined,
  mailDays: undefined,
  leastDays: 1,
};
const NOTHING: NewKeeping = { chats: null, contents: null, mail: null };

describe.each(testDatabases)('a team’s own time on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());
  beforeEach(() => opened.db.delete(teamKeeping));

  const told = async (kind: string) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, kind)).orderBy(receipts.id);
    return rows.map(({ teamId, body }) => ({ teamId, ...JSON.parse(body) }));
  };
  const own = async () => (await readKeeping(opened.db, harness.admin, OPEN)).kept;
  const callOf = async (chatId: string) => {
    const [row] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    if (!row) throw new Error('There is no call.');
    return row;
  };
  const ageCalls = () => opened.db.update(calls).set({ createdAt: sql`now() - interval '100 days'` });
  const sweepAll = async (settings: SweepSettings = OPEN) => {
    while (await eraseOld(opened.db, settings));
  };

  /** A second team, with a chat that nobody has used for long. */
  async function elsewhere(): Promise<{ teamId: string; chatId: string }> {
    const teamId = newId('tea');
    await opened.db.insert(teams).values({ id: teamId, name: 'Elsewhere' });
    const other = await harness.person('member');
    await opened.db.update(members).set({ teamId }).where(eq(members.userId, other.userId));
    const chatId = newId('cht');
    const updatedAt = sql`now() - interval '100 days'`;
    await opened.db
      .insert(chats)
      .values({ id: chatId, teamId, userId: other.userId, title: 'Theirs', updatedAt });
    return { teamId, chatId };
  }

  it('is set by admins alone, with a receipt that says what it was', async () => {
    const { admin } = harness;
    for (const role of ['member', 'viewer', 'auditor'] as const) {
      const other = await harness.person(role);
      await expect(readKeeping(opened.db, other, OPEN)).rejects.toMatchObject({ code: 'forbidden' });
      // The session's earlier state does not count.
      const lowered: Caller = { ...other, role: 'admin' };
      await expect(setKeeping(opened.db, lowered, { ...NOTHING, chats: 90 }, OPEN)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    expect(await opened.db.$count(teamKeeping)).toBe(0);
    await setKeeping(opened.db, admin, NOTHING, OPEN);
    expect(await told('keeping changed')).toEqual([]);
    await setKeeping(opened.db, admin, { ...NOTHING, chats: 90 }, OPEN);
    await setKeeping(opened.db, admin, { ...NOTHING, chats: 90 }, OPEN);
    await setKeeping(opened.db, admin, { ...NOTHING, chats: 60, mail: 30 }, OPEN);
    const person = { id: admin.userId, role: 'admin' };
    const { teamId } = admin;
    expect(await told('keeping changed')).toEqual([
      { teamId, person, chatsDays: 90 },
      { teamId, person, chatsDays: 60, mailDays: 30, before: { chatsDays: 90 } },
    ]);
  });

  it('stays within what the operator allows, also where that was made narrower since', async () => {
    const { admin } = harness;
    const narrow = { ...OPEN, chatsDays: 90, leastDays: 30 };
    const set = (days: Partial<NewKeeping>, settings: SweepSettings = narrow) =>
      setKeeping(opened.db, admin, { ...NOTHING, ...days }, settings);
    await expect(set({ chats: 91 })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(set({ chats: 29 })).rejects.toMatchObject({ code: 'bad_request' });
    // As long as a call can be undone.
    await expect(set({ contents: 29 }, OPEN)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await opened.db.$count(teamKeeping)).toBe(0);
    await set({ chats: 5 }, OPEN);
    expect((await own()).chats.own).toBe(5);
    const chatId = await harness.chat();
    const unused = (days: number) =>
      opened.db
        .update(chats)
        .set({ updatedAt: sql`now() - interval '1 day' * ${days}` })
        .where(eq(chats.id, chatId));
    const isDeleted = async () =>
      (await opened.db.select().from(chats).where(eq(chats.id, chatId)))[0]?.deletedAt !== null;
    await unused(20);
    await sweepAll(narrow);
    expect(await isDeleted()).toBe(false);
    await unused(31);
    await sweepAll(narrow);
    expect(await isDeleted()).toBe(true);
  });

  it('counts for this team and for no other', async () => {
    const { admin } = harness;
    const theirs = await elsewhere();
    const chatId = await harness.chat();
    const old = { updatedAt: sql`now() - interval '100 days'` };
    await opened.db.update(chats).set(old).where(eq(chats.id, chatId));
    // The same goes for the preview; and no member gets it, whatever the session says.
    const asked = { ...NOTHING, chats: 90 };
    expect((await countGoing(opened.db, admin, asked, OPEN)).chats).toBe(1);
    const member = await harness.person('member');
    const raised: Caller = { ...member, role: 'admin' };
    await expect(countGoing(opened.db, raised, asked, OPEN)).rejects.toMatchObject({ code: 'forbidden' });
    await setKeeping(opened.db, admin, asked, OPEN);
    expect((await countGoing(opened.db, admin, asked, OPEN)).chats).toBe(0);
    await sweepAll();
    const rows = await opened.db.select().from(chats);
    const deleted = (id: string) => rows.find((row) => row.id === id)?.deletedAt !== null;
    expect([deleted(chatId), deleted(theirs.chatId)]).toEqual([true, false]);
    expect((await told('swept')).filter(({ teamId }) => teamId === theirs.teamId)).toEqual([]);
    // The operator's time applies to all teams.
    await sweepAll({ ...OPEN, chatsDays: 95 });
    expect((await told('swept')).filter(({ teamId }) => teamId === theirs.teamId)).toEqual([
      { teamId: theirs.teamId, change: 'chats', count: 1 },
    ]);
  });

  it('erases what calls were made and answered with; who, what, how it ended and the hashes stay', async () => {
    const { admin } = harness;
    await sweepAll();
    const customer = await harness.office.addCustomer();
    const [done, waits] = [await harness.chat(), await harness.chat()];
    const remove = { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] };
    harness.steps(remove, { text: 'Gone.' });
    await harness.say(done, 'Delete it');
    const [waiting] = await harness.cards(done, 'pending');
    await harness.decide(waiting?.id ?? '', 'confirm');
    const other = await harness.office.addCustomer();
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: other.id } }] });
    await harness.say(waits, 'Delete that too');
    const before = await callOf(done);
    expect(before).toMatchObject({ status: 'success', input: expect.stringContaining(customer.id) });
    await ageCalls();
    const going = await countGoing(opened.db, admin, { ...NOTHING, contents: 90 }, OPEN);
    await setKeeping(opened.db, admin, { ...NOTHING, contents: 90 }, OPEN);
    const told = await opened.db.$count(receipts);
    const swept = await opened.db.$count(sweeps);
    await sweepAll();

    const after = await callOf(done);
    expect(after).toEqual({
      ...before,
      input: '{}',
      result: { content: [{ type: 'text', text: ERASED_CONTENTS }] },
      createdAt: after.createdAt,
      contentsErasedAt: expect.any(Date),
    });
    const [card] = await opened.db.select().from(approvals).where(eq(approvals.chatId, done));
    expect(card).toMatchObject({
      input: '{}',
      preview: null,
      inputHash: before.inputHash,
      decidedBy: admin.userId,
    });
    // What waits for a person is unchanged.
    expect(await callOf(waits)).toMatchObject({ contentsErasedAt: null, status: 'permission_required' });
    const [open] = await opened.db.select().from(approvals).where(eq(approvals.chatId, waits));
    expect(open?.input).toContain(other.id);
    expect(await sumOf('contents')).toBeGreaterThan(0);
    expect(going).toEqual({ chats: 0, answers: 0, contents: await sumOf('contents'), mail: 0 });
    // It caused no other receipt, and the earlier ones are unchanged.
    expect((await opened.db.$count(receipts)) - told).toBe((await opened.db.$count(sweeps)) - swept);
    let file = '';
    for await (const piece of exportReceipts(opened.db, admin, {}, jsonLines, SECRET)) file += piece;
    expect(verifyExport(file)).toMatchObject({ fault: null, signature: 'holds' });
    expect(file).toContain(before.inputHash);
    await reads(done);
  });

  const sumOf = async (what: string) =>
    (await told('swept')).filter(({ change }) => change === what).reduce((sum, { count }) => sum + count, 0);

  /** The chat, the record on the page and the record for the rules are still readable. */
  async function reads(chatId: string): Promise<void> {
    const { admin } = harness;
    const view = await readChat(opened.db, admin, chatId);
    expect(JSON.stringify(view?.messages)).toContain(ERASED_CONTENTS);
    const page = await listReceipts(opened.db, admin, { chat: chatId });
    expect(page.receipts.some(({ card }) => card?.input !== null && card !== null)).toBe(false);
    const record = { teamId: admin.teamId, days: 365, server: null, tool: null };
    const rows = await listRecord(opened.db, { ...record, before: null, most: 500, inputLength: null });
    expect(rows.find((row) => row.chatId === chatId)?.input).toBe('');
  }

  it('leaves what goes on and what nobody knows', async () => {
    const { admin } = harness;
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'customers_list', input: {} }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Who?');
    const { runId, id } = await callOf(chatId);
    await ageCalls();
    await setKeeping(opened.db, admin, { ...NOTHING, contents: 90 }, OPEN);
    await opened.db.update(runs).set({ status: 'running' }).where(eq(runs.id, runId));
    await sweepAll();
    expect((await callOf(chatId)).contentsErasedAt).toBeNull();
    await opened.db.update(runs).set({ status: 'done' }).where(eq(runs.id, runId));
    await opened.db.update(calls).set({ status: 'unknown' }).where(eq(calls.id, id));
    await sweepAll();
    expect((await callOf(chatId)).contentsErasedAt).toBeNull();
    await opened.db
      .update(calls)
      .set({ resolution: 'left', resolvedBy: admin.userId })
      .where(eq(calls.id, id));
    await sweepAll();
    expect((await callOf(chatId)).contentsErasedAt).not.toBeNull();
  });

  it('erases thousands of calls in pieces, two processes at once, each once', async () => {
    const { admin } = harness;
    await sweepAll();
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'customers_list', input: {} }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Who?');
    const { seq: _, ...row } = await callOf(chatId);
    const many = Array.from({ length: 1_000 }, (_one, nth) => ({
      ...row,
      id: `${row.id}_${nth}`,
      toolCallId: `many_${nth}`,
    }));
    await opened.db.insert(calls).values(many);
    await ageCalls();
    await setKeeping(opened.db, admin, { ...NOTHING, contents: 90 }, OPEN);
    const was = await sumOf('contents');
    await Promise.all([sweepAll(), sweepAll()]);
    await sweepAll();
    expect((await sumOf('contents')) - was).toBe(1_001);
    expect(await opened.db.$count(calls, isNull(calls.contentsErasedAt))).toBe(1);
  });
});
