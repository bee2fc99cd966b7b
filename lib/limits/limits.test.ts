/**
 * Costs of models and their limits, with whole runs on real databases: rows, refusals, and that nobody exceeds a limit
 * by more than one step.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { summariseChat } from '@/lib/runs/beside/summarise-chat';
import { driveRun } from '@/lib/runs/drive';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { listUsage } from '@/lib/store/settings/usage';
import { readUsage, setLimit } from './usage';

const { approvals, calls, limits, messages, receipts, runs } = schema;
/** For one request of the scripted model, read and written. */
const STEP = 2;
const read = { tool: 'customers_list', input: {} };

describe.each(testDatabases)('limits on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeEach(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterEach(() => opened.close());

  const limit = (
    what: (typeof limits.$inferSelect)['what'],
    hard: number | null,
    more: Partial<Parameters<typeof setLimit>[2]> = {},
  ) => setLimit(opened.db, harness.admin, { whose: 'team', what, hard, soft: null, ...more });
  const used = async () => {
    const rows = await listUsage(opened.db, harness.admin.teamId, null, 1);
    return {
      tokens: rows.reduce((sum, row) => sum + row.read + row.written, 0),
      requests: rows.reduce((sum, row) => sum + row.requests, 0),
    };
  };
  const noticesIn = async (chatId: string) => {
    const rows = await opened.db.select().from(messages).where(eq(messages.chatId, chatId));
    return rows.flatMap(({ parts }) =>
      (parts as { type: string; data?: { text: string } }[]).flatMap((part) =>
        part.type === 'data-notice' && part.data ? [part.data.text] : [],
      ),
    );
  };

  it('writes what each model has used, by person and day, and on the run', async () => {
    harness.steps({ calls: [read] }, { text: 'Done.' });
    const chatId = await harness.chat();
    await harness.say(chatId, 'Who owes us money?');
    const [row, ...more] = await listUsage(opened.db, harness.admin.teamId, null, 1);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      userId: harness.admin.userId,
      requests: 2,
      read: 2,
      written: 2,
      cost: 0,
      currency: null,
    });
    const [run] = await opened.db.select().from(runs).where(eq(runs.chatId, chatId));
    expect((run?.tokensRead ?? 0) + (run?.tokensWritten ?? 0)).toBe(4);
  });

  it('counts money where somebody has said what a model costs', async () => {
    Object.assign(harness.deps, { priceOf: () => ({ in: 3, out: 15, currency: 'USD' }) });
    await harness.say(await harness.chat(), 'Hello');
    const [row] = await listUsage(opened.db, harness.admin.teamId, null, 1);
    expect(row).toMatchObject({ cost: 18, currency: 'USD' });
  });

  it('refuses a message before anything is stored once a limit is used up, in words', async () => {
    await limit('tokens_day', STEP);
    const chatId = await harness.chat();
    await harness.say(chatId, 'Hello');
    await expect(harness.say(chatId, 'And again')).rejects.toMatchObject({
      code: 'too_many_requests',
      status: 429,
      message: expect.stringContaining('starts anew at midnight UTC; an admin can change it'),
      details: { limit: { whose: 'team', what: 'tokens_day', hard: STEP } },
    });
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(harness.prompts).toHaveLength(1);
  });

  it('counts a summary that a person asks for, and refuses it as a message is', async () => {
    const { admin } = harness;
    const named = { ...harness.deps.model(null, null), id: 'scripted', offline: false };
    const deps = { ...harness.deps, model: () => named };
    const chatId = await harness.chat();
    for (let nth = 0; nth < 4; nth++) await harness.say(chatId, `Question ${nth} ${'word '.repeat(200)}`);
    const before = await used();
    const { signal } = new AbortController();
    await summariseChat(deps, admin, chatId, signal);
    expect(await used()).toEqual({ tokens: before.tokens + STEP, requests: before.requests + 1 });
    for (let nth = 0; nth < 4; nth++) await harness.say(chatId, `More ${nth}`);
    await limit('tokens_day', 1);
    const asked = harness.prompts.length;
    await expect(summariseChat(deps, admin, chatId, signal)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect(harness.prompts).toHaveLength(asked);
  });

  it('ends a run before its next step, with the words in the message', async () => {
    await limit('tokens_day', STEP);
    harness.steps({ calls: [read] }, { text: 'Never said.' });
    const chatId = await harness.chat();
    await harness.say(chatId, 'Who owes us money?');
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(harness.prompts).toHaveLength(1);
    expect(await noticesIn(chatId)).toEqual([
      expect.stringContaining('The team’s limit for the day is used up'),
    ]);
  });

  it('lets what waits be decided: the call runs, and the model is not asked', async () => {
    await limit('tokens_day', STEP);
    const customer = await harness.office.addCustomer();
    harness.steps(
      { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { text: 'Never said.' },
    );
    const chatId = await harness.chat();
    await harness.say(chatId, 'Delete');
    const [card] = await harness.cards(chatId, 'pending');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    const [call] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(call?.status).toBe('success');
    expect(harness.prompts).toHaveLength(1);
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(await noticesIn(chatId)).toEqual([expect.stringContaining('limit for the day is used up')]);
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.chatId, chatId));
    expect(row?.status).toBe('confirmed');
  });

  it('never overshoots by more than a step a run, with fifty at once', async () => {
    const hard = 30 * STEP;
    await limit('tokens_day', hard);
    // Each would continue endlessly.
    harness.script = () => ({ calls: [read] });
    const people = await Promise.all(Array.from({ length: 5 }, () => harness.person('member')));
    const begun = await Promise.all(
      Array.from({ length: 50 }, async (_, nth) => {
        const caller = people[nth % people.length] as Caller;
        const chatId = await harness.chat(caller);
        return { caller, claimed: await harness.begin(chatId, { id: `msg${nth}`, text: 'Go on' }, caller) };
      }),
    );
    await Promise.all(begun.map(({ caller, claimed }) => driveRun(harness.deps, caller, claimed).done));
    const { tokens, requests } = await used();
    // The rows match the requests that the model really received.
    expect(requests).toBe(harness.prompts.length);
    expect(tokens).toBe(harness.prompts.length * STEP);
    expect(tokens).toBeLessThanOrEqual(hard + 50 * STEP);
    const rows = await opened.db.select({ status: runs.status }).from(runs);
    expect(rows.map(({ status }) => status)).toEqual(Array(50).fill('done'));
  });

  it('lets no more answers be written at once than a person may have', async () => {
    await limit('runs', 3, { whose: 'each' });
    const person = await harness.person('member');
    const chats = await Promise.all(Array.from({ length: 50 }, () => harness.chat(person)));
    const tried = await Promise.allSettled(
      chats.map((chatId, nth) => harness.begin(chatId, { id: `msg${nth}`, text: 'Go' }, person)),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await opened.db.$count(runs, eq(runs.status, 'running'))).toBe(3);
  });

  it('makes no more calls a minute than a person may, but for those of one step', async () => {
    await limit('calls_minute', 2, { whose: 'each' });
    harness.script = () => ({ calls: [read, { tool: 'invoices_list', input: {} }] });
    const chatId = await harness.chat();
    await harness.say(chatId, 'Go on');
    expect(await opened.db.$count(calls)).toBe(2);
    expect(await noticesIn(chatId)).toEqual([expect.stringContaining('2 calls a minute')]);
  });

  it('ends an answer that runs away by itself, by tokens and by calls, without any limit', async () => {
    Object.assign(harness.deps, { turn: { tokens: 3 * STEP, calls: 100 } });
    let asked = 0;
    harness.script = () => ({ calls: [{ tool: 'customers_list', input: { limit: 1 + asked++ } }] });
    const chatId = await harness.chat();
    await harness.say(chatId, 'Go on');
    expect(harness.prompts).toHaveLength(3);
    expect(await noticesIn(chatId)).toEqual([expect.stringContaining('has used 6 tokens, the most for one')]);
    Object.assign(harness.deps, { turn: { tokens: 1000, calls: 2 } });
    const other = await harness.chat();
    await harness.say(other, 'Go on');
    expect(harness.prompts).toHaveLength(5);
    expect(await noticesIn(other)).toEqual([expect.stringContaining('has made 2 calls, the most for one')]);
  });

  it('tells of a soft limit once, and goes on', async () => {
    await limit('tokens_month', null, { soft: STEP, whose: 'each' });
    const chatId = await harness.chat();
    for (let nth = 0; nth < 3; nth++) await harness.say(chatId, 'Hello');
    expect(harness.prompts).toHaveLength(3);
    expect(await noticesIn(chatId)).toEqual([
      'You have used what is meant for a month (2 tokens). Answers go on.',
    ]);
  });

  it('holds for one person in the place of what holds for each', async () => {
    const person = await harness.person('member');
    await limit('tokens_day', 0, { whose: 'each' });
    await limit('tokens_day', 1000, { whose: person.userId });
    await harness.say(await harness.chat(person), 'Hello', person);
    await expect(harness.say(await harness.chat(), 'Hello')).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  it('is changed by admins alone, with a receipt for each change', async () => {
    const member = await harness.person('member');
    const change = { whose: 'team', what: 'tokens_day', hard: 5, soft: null } as const;
    await expect(setLimit(opened.db, member, change)).rejects.toMatchObject({ code: 'forbidden' });
    await setLimit(opened.db, harness.admin, change);
    await setLimit(opened.db, harness.admin, change);
    await setLimit(opened.db, harness.admin, { ...change, hard: null });
    expect(await opened.db.select().from(limits)).toEqual([]);
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, 'limit changed'));
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({
        change: 'set',
        limit: 'tokens_day',
        whose: 'team',
        hard: 5,
        person: { id: harness.admin.userId, role: 'admin' },
      }),
      expect.objectContaining({ change: 'removed', limit: 'tokens_day', whose: 'team' }),
    ]);
  });

  it('is refused in words where people would be told after the end, and nothing is set', async () => {
    const set = (soft: number | null, hard: number | null) =>
      setLimit(opened.db, harness.admin, { whose: 'team', what: 'tokens_day', soft, hard });
    await expect(set(101, 100)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The soft limit lies above the hard one: nobody would be told before the end.',
    });
    await expect(set(1, 0)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await opened.db.$count(limits, eq(limits.teamId, harness.admin.teamId))).toBe(0);
    for (const [soft, hard] of [
      [100, 100],
      [0, 100],
      [200, null],
    ] as const)
      await set(soft, hard);
    const [row] = await opened.db.select().from(limits).where(eq(limits.teamId, harness.admin.teamId));
    expect(row).toMatchObject({ soft: 200, hard: null });
  });

  it('shows people their own use, and admins and auditors the team’s', async () => {
    const [one, other, auditor] = [
      await harness.person('member'),
      await harness.person('member'),
      await harness.person('auditor'),
    ];
    for (const person of [one, other]) await harness.say(await harness.chat(person), 'Hello', person);
    const seen = async (caller: Caller) =>
      new Set((await readUsage(opened.db, caller, 31)).rows.map(({ userId }) => userId));
    expect(await seen(one)).toEqual(new Set([one.userId]));
    expect(await seen(harness.admin)).toEqual(new Set([one.userId, other.userId]));
    expect(await seen(auditor)).toEqual(new Set([one.userId, other.userId]));
  });
});
