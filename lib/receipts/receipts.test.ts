/** The record of runs: who asked, who decided, and every execution, in order. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { noteShown } from '@/lib/approvals/shown';
import type { Caller } from '@/lib/people/caller';
import { clearOutside, deleteChat } from '@/lib/runs/chats';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import type { ReceiptFilters } from '@/lib/store/receipts/receipt-search';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { csv } from './receipt-csv';
import { exportReceipts } from './receipt-export';
import { type Format, jsonLines, type ReceiptLine } from './receipt-lines';
import { RECEIPT_KINDS, type ReceiptBody } from './receipt-view';
import { listReceipts } from './receipts';
import { verifyExport } from './verify-receipts';

const { approvalViews, approvals } = schema;
const SECRET = 'a secret for tests only, long enough';

interface Told {
  kind: string;
  body: ReceiptBody;
}

describe.each(testDatabases)('the record on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;
  /** The number of receipts before the test. */
  let before: number;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
    // The first listing of the server is in the record before anything is asked.
    await crash.tool('s__look');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    before = (await rows()).length;
  });

  async function exported(format: Format = jsonLines, filters: ReceiptFilters = {}): Promise<string> {
    const pieces: string[] = [];
    for await (const piece of exportReceipts(crash.opened.db, crash.harness.admin, filters, format, SECRET)) {
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

  async function ask(who: Caller, ...tools: Parameters<typeof call>[0][]) {
    const chatId = await crash.harness.chat(who);
    crash.harness.steps(...tools.map((tool) => ({ calls: [call(tool, 'a')] })));
    await crash.harness.say(chatId, 'Do it', who);
    const [card] = await crash.harness.cards(chatId, 'pending');
    return { chatId, id: card?.id ?? '' };
  }

  it('tells of a call from the card to the answer, and who decided', async () => {
    const { id, chatId } = await ask(member, 'drop');
    for (let time = 0; time < 2; time++) await noteShown(crash.opened.db, member, id);
    await crash.harness.decide(id, 'confirm', undefined, member);
    const told = await news();
    expect(told.map(({ kind }) => kind)).toEqual([
      ...['asked', 'shown', 'decided', 'confirmed', 'claimed', 'dispatched', 'answered'],
    ]);
    const person = { id: member.userId, role: 'member' };
    for (const { body } of told.slice(0, 5)) {
      expect(body).toMatchObject({ person, chat: chatId, server: 's', tool: 'drop', for: member.userId });
      expect(body.inputHash).toBe(sha256Hex(canonicalJson({ id: 'a' })));
    }
    expect(told[0]?.body).toMatchObject({ risk: 'destructive', requirement: 'ask', rule: 'destructive' });
    expect(told.at(-1)?.body).toMatchObject({ status: 'success' });
    expect(await crash.opened.db.$count(approvalViews, eq(approvalViews.approvalId, id))).toBe(1);
    const { receipts } = await listReceipts(crash.opened.db, crash.harness.admin, { chat: chatId });
    const cards = receipts.flatMap(({ card }) => card ?? []);
    expect(cards).toEqual([{ server: 's', trusted: true, preview: null, input: { id: 'a' } }]);
    for (const { body } of receipts) expect(body).not.toHaveProperty('input');
  });

  it('tells of what was cancelled, withdrawn and expired, and of nothing that ran', async () => {
    const { db } = crash.opened;
    const cancelled = await ask(member, 'drop');
    await crash.harness.decide(cancelled.id, 'cancel', 'a secret reason', member);
    const withdrawn = await ask(member, 'drop');
    await crash.harness.say(withdrawn.chatId, 'Something else', member);
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('drop', 'a'), call('drop', 'b')] });
    await crash.harness.say(chatId, 'Drop both', member);
    const [late, other] = await crash.harness.cards(chatId, 'pending');
    await db
      .update(approvals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(approvals.id, late?.id ?? ''));
    await crash.harness.decide(other?.id ?? '', 'cancel', undefined, member);
    const told = await news();
    const ends = told.filter(({ kind }) => kind !== 'asked').map(({ kind, body }) => [kind, body.approval]);
    expect(ends).toEqual([
      ['cancelled', cancelled.id],
      ['withdrawn', withdrawn.id],
      ['cancelled', other?.id],
      ['expired', late?.id],
    ]);
    expect(JSON.stringify(told)).not.toContain('a secret reason');
    expect(await kinds()).not.toContain('dispatched');
  });

  it('tells of policy, marks and what a person found out', async () => {
    const { admin } = crash.harness;
    const rule = { server: 's', tool: 'add', own: false, locked: false, critical: false, openForHours: null };
    await setRule(crash.opened.db, admin, { ...rule, effect: 'ask_admin' });
    await setRule(crash.opened.db, admin, { ...rule, effect: null });
    crash.answer = (_, __, response) => response.destroy();
    const { chatId } = await ask(admin, 'add');
    const [unknownCall] = await crash.harness.unknownCalls(chatId);
    await crash.harness.resolve(unknownCall?.callId ?? '', 'left');
    await clearOutside(crash.opened.db, admin, chatId);
    const told = (await news()).map(({ kind, body }) => [
      kind,
      body.change ?? body.status ?? body.resolution,
    ]);
    expect(told).toEqual([
      ['policy changed', 'set'],
      ['policy changed', 'removed'],
      ['claimed', undefined],
      ['dispatched', undefined],
      ['answered', 'unknown'],
      ['resolved', 'left'],
      ['mark cleared', undefined],
    ]);
    for (const { kind, body } of await news()) {
      if (['policy changed', 'resolved', 'mark cleared'].includes(kind))
        expect(body.person?.id).toBe(admin.userId);
    }
  });

  it('says of everything that the server ran, in order, and of nothing else', async () => {
    crash.answer = (tool, id, response, nth) => {
      // Every third response is lost: repeatable calls are sent again.
      if (nth % 3 === 0) response.destroy();
      return tool === 'put' && id === 'bad' ? { isError: true, content: [] } : undefined;
    };
    const calls = ['add', 'put', 'look', 'put', 'add', 'look', 'put'] as const;
    for (const [nth, tool] of calls.entries()) {
      const chatId = await crash.harness.chat(member);
      const input = nth === 3 ? 'bad' : `id${nth}`;
      crash.harness.steps({ calls: [call(tool, input), call('drop', input)] });
      await crash.harness.say(chatId, 'Go on', member);
      const [card] = await crash.harness.cards(chatId, 'pending');
      if (card) await crash.harness.decide(card.id, nth % 2 ? 'confirm' : 'cancel', undefined, member);
      for (const unknownCall of await crash.harness.unknownCalls(chatId, member)) {
        if (nth === 4) await crash.harness.resolve(unknownCall.callId, 'rerun', member);
      }
    }
    const sent = (await news()).filter(({ kind }) => kind === 'dispatched');
    const ran = crash.executed.map((what) => {
      const [tool, id] = what.split(' ');
      return `${tool} ${sha256Hex(canonicalJson({ id }))}`;
    });
    expect(ran.length).toBeGreaterThan(9);
    expect(sent.map(({ body }) => `${body.tool} ${body.inputHash}`)).toEqual(ran);
  });

  it.each([
    ['JSON lines', jsonLines],
    ['CSV', csv],
  ])('verifies as %s, whole and filtered, also when its chats are gone', async (_, format) => {
    const { chatId } = await ask(member, 'add');
    await deleteChat(crash.opened.db, member, chatId);
    for (const filters of [
      {},
      { tool: 'ADD' },
      { kind: 'asked', person: member.userId },
      { tool: 'nothing' },
    ]) {
      const text = await exported(format, filters);
      const verdict = verifyExport(text);
      expect(verdict).toMatchObject({ fault: null, signature: 'holds', rows: (await rows()).length });
      expect(verdict?.closing).toMatchObject({ team: member.teamId, filters });
      const page = await listReceipts(crash.opened.db, crash.harness.admin, filters);
      if (page.next === null) expect(verdict?.closing?.count).toBe(page.receipts.length);
    }
  });

  it('is read by admins only, a page at a time, newest first', async () => {
    const { db } = crash.opened;
    await expect(listReceipts(db, member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(exportReceipts(db, member, {}, csv, SECRET).next()).rejects.toMatchObject({
      code: 'forbidden',
    });
    const found: { at: string; seq: number | null }[] = [];
    for (let next: number | undefined | null; next !== null; ) {
      const page = await listReceipts(db, crash.harness.admin, {}, next);
      found.push(...page.receipts);
      next = page.next;
    }
    const all = await rows();
    // By time of writing; links follow the order of commits, which may differ.
    const times = found.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    const seqs = found.map(({ seq }) => Number(seq)).toSorted((one, other) => one - other);
    expect(seqs).toEqual(all.map((_, nth) => nth + 1));
    for (const { kind } of all) expect(RECEIPT_KINDS).toContain(kind);
  });

  it('narrows to what is asked for', async () => {
    const { db } = crash.opened;
    const { chatId } = await ask(member, 'drop');
    const read = async (filters: ReceiptFilters) =>
      (await listReceipts(db, crash.harness.admin, filters)).receipts;
    expect((await read({ chat: chatId })).map(({ kind }) => kind)).toEqual(['asked']);
    expect(await read({ chat: chatId, person: crash.harness.admin.userId })).toEqual([]);
    expect(await read({ chat: chatId, to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect((await read({ chat: chatId, from: '2020-01-01T00:00:00Z', server: 's' })).length).toBe(1);
    expect((await read({ tool: 'dro', chat: chatId }))[0]).toMatchObject({ personName: member.userName });
  });

  it('tells what else became of the calls of a narrowed list, and of no others', async () => {
    const { db } = crash.opened;
    const { id, chatId } = await ask(member, 'drop');
    await ask(member, 'drop');
    await crash.harness.decide(id, 'confirm');
    const { admin } = crash.harness;
    const filters = { person: admin.userId, kind: 'decided', chat: chatId };
    const page = await listReceipts(db, admin, filters);
    expect(page.receipts.map(({ kind }) => kind)).toEqual(['decided']);
    expect(page.others.map(({ kind }) => kind)).toEqual([
      'answered',
      'dispatched',
      'claimed',
      'confirmed',
      'asked',
    ]);
    for (const { body } of page.others) expect(body.chat).toBe(chatId);
    const ended = { kind: 'answered', chat: chatId };
    expect((await listReceipts(db, admin, { ...ended, status: 'success' })).receipts).toHaveLength(1);
    expect((await listReceipts(db, admin, { ...ended, status: 'error' })).receipts).toEqual([]);
    expect((await listReceipts(db, admin)).others).toEqual([]);
    expect((await listReceipts(db, admin, {}, undefined, 1)).receipts).toHaveLength(1);
  });

  it('notes a card only for who may see it', async () => {
    const { id } = await ask(crash.harness.admin, 'drop');
    await expect(noteShown(crash.opened.db, member, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await kinds()).toEqual(['asked']);
  });
});
