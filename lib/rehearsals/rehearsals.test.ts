/**
 * Rehearsals: proved by a first one that an admin confirms, shown on cards from then on, and switched off by one after
 * which the record differs.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { sendResult } from '@/lib/connections/testing/scripted-server';
import { stopRun } from '@/lib/runs/stop';
import { countWaiting, decideTool } from '@/lib/servers/change-servers';
import { ITEM_DELETE, ITEM_GET, Shop } from './testing/shop';

const { calls } = schema;

describe.each(testDatabases)('rehearsals on $name', ({ open }) => {
  let opened: OpenDatabase;
  let shop: Shop;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    shop = await Shop.open(opened);
    shop.items = { a: { title: 'Alpha', price: 3 }, b: { title: 'Beta', price: 4 } };
    return () => shop.close();
  });
  const rehearsalOf = async () => (await shop.review()).rehearsal;

  it('is proposed by name and value, and nothing is called until an admin confirms a first one', async () => {
    expect(await rehearsalOf()).toMatchObject({
      said: null,
      complaint: null,
      proposed: [
        { argument: 'dryRun', value: true, by: 'name' },
        { argument: 'mode', value: 'simulate', by: 'name' },
      ],
    });
    const { card } = await shop.ask({ id: 'a' });
    expect(card?.preview).not.toHaveProperty('rehearsal');
    expect(shop.deletions).toEqual([]);
  });

  it('the first is a call of its own that this admin has confirmed, and holds where the record is the same', async () => {
    await shop.rehearse();
    expect(shop.deletions).toEqual([{ id: 'a', dryRun: true }]);
    expect(shop.came.map(({ name }) => name)).toEqual(['item_get', 'item_delete', 'item_get']);
    expect(await rehearsalOf()).toMatchObject({ said: { argument: 'dryRun', value: true, state: 'on' } });
    const { adminId, teamId } = shop.harness.office;
    const isIt = and(eq(calls.teamId, teamId), eq(calls.tool, 'item_delete'));
    const [row] = await opened.db.select().from(calls).where(isIt);
    expect(row).toMatchObject({
      status: 'success',
      decidedBy: adminId,
      step: 0,
      risk: 'destructive',
      attempts: 1,
    });
    expect(await shop.receipts('claimed')).toContainEqual(
      expect.objectContaining({ call: row?.id, rehearsal: true, person: { id: adminId, role: 'admin' } }),
    );
    expect(await shop.receipts('read after')).toContainEqual(
      expect.objectContaining({ call: row?.id, status: 'same' }),
    );
    expect(await shop.receipts('server changed')).toContainEqual(
      expect.objectContaining({
        change: 'rehearsed',
        rehearsal: { argument: 'dryRun', value: true, state: 'on' },
      }),
    );
  });

  it('from then on its answer stands on the card beside the record, and the call itself runs as it was given', async () => {
    await shop.rehearse();
    const { chatId, card } = await shop.ask({ id: 'b' });
    expect(card?.preview).toMatchObject({
      lines: [
        { label: 'title', value: 'Beta' },
        { label: 'price', value: '4' },
      ],
      rehearsal: {
        argument: 'dryRun',
        value: true,
        status: 'done',
        lines: [
          { label: 'wouldDelete', value: 'Beta' },
          { label: 'rows', value: '3' },
        ],
      },
    });
    expect(JSON.stringify(await shop.harness.messages(chatId))).not.toContain('check_rehearsal_');
    await shop.harness.decide(card?.id ?? '', 'confirm');
    // Once for the card, and once for the call.
    expect(shop.deletions).toEqual([{ id: 'a', dryRun: true }, { id: 'b', dryRun: true }, { id: 'b' }]);
    expect(shop.items).not.toHaveProperty('b');
    const rows = await opened.db
      .select()
      .from(calls)
      .where(and(eq(calls.chatId, chatId), eq(calls.tool, 'item_delete')));
    expect(rows.map(({ step, status }) => [step, status])).toEqual([
      [1, 'success'],
      [0, 'success'],
    ]);
  });

  it('one that deletes is found at the first, is never on, and is shown with what is otherwise', async () => {
    shop.deletes = () => true;
    await shop.rehearse();
    expect((await rehearsalOf()).said).toMatchObject({ state: 'unreadable' });
    shop.items = { a: { title: 'Alpha', price: 3 } };
    const { card } = await shop.ask({ id: 'a' });
    expect(card?.preview).not.toHaveProperty('rehearsal');
    expect(shop.deletions).toHaveLength(1);
  });

  it('one that changes something is shown with the difference', async () => {
    shop.deletes = ({ id }) => {
      shop.items[String(id)] = { title: 'Alpha', price: 99 };
      return false;
    };
    await shop.rehearse();
    expect((await rehearsalOf()).said).toMatchObject({
      state: 'changed',
      differences: [{ label: 'price', before: '3', after: '99' }],
    });
  });

  it('one that behaves the first time and deletes the second is switched off at once, for all, and says so', async () => {
    await shop.rehearse();
    shop.deletes = () => true;
    const { card } = await shop.ask({ id: 'b' });
    expect(card?.preview?.rehearsal).toMatchObject({ status: 'unreadable' });
    expect((await rehearsalOf()).said).toMatchObject({ state: 'unreadable' });
    const told = await shop.receipts('server changed');
    const off = told.filter(({ change }) => change === 'unrehearsed');
    // No person has done it.
    expect(off).toEqual([expect.not.objectContaining({ person: expect.anything() })]);
    expect(off[0]).toMatchObject({ tool: 'item_delete', rehearsal: { state: 'unreadable' } });
    expect(await countWaiting(shop.acting())).toBe(1);
    // In another chat, and in a process that was not notified, it is not called any more.
    await shop.ask({ id: 'a' });
    expect(shop.deletions).toHaveLength(2);
    expect(shop.items).toHaveProperty('a');
  });

  it.each<[string, object]>([
    ['in its words alone', { description: 'Other words.' }],
    ['tightened', { inputSchema: { ...Object(ITEM_DELETE.inputSchema), additionalProperties: false } }],
  ])('any change of the tool switches it off: %s', async (_what, change) => {
    await shop.rehearse();
    shop.tools = [ITEM_GET, { ...ITEM_DELETE, ...change }];
    await shop.review();
    const { card } = await shop.ask({ id: 'a' });
    expect(card?.preview).toMatchObject({ record: expect.any(String) });
    expect(card?.preview).not.toHaveProperty('rehearsal');
    expect(shop.deletions).toHaveLength(1);
    shop.tools = [ITEM_GET, ITEM_DELETE];
    expect((await rehearsalOf()).said).toBeNull();
  });

  it('a hint of its server is a proposal, and a loosening that waits for an admin', async () => {
    const hinted = {
      ...Object(ITEM_DELETE._meta),
      'amber/rehearsal': { argument: 'mode', value: 'simulate' },
    };
    shop.tools = [ITEM_GET, { ...ITEM_DELETE, _meta: hinted }];
    const { standing, rehearsal } = await shop.review();
    expect(standing).toBe('changed');
    expect(rehearsal).toMatchObject({ said: null });
    expect(rehearsal.proposed[0]).toEqual({ argument: 'mode', value: 'simulate', by: 'server' });
    await expect(shop.rehearse({ argument: 'mode', value: 'simulate' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(shop.deletions).toEqual([]);
  });

  it('what a server answers is data: bounded, its secrets masked, whatever it looks like', async () => {
    await shop.rehearse();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    shop.answers = ({ message }, response) =>
      sendResult(response, message, {
        content: [],
        structuredContent: { api_token: 'hush', note: `Use ${token}`, long: 'x'.repeat(5_000) },
      });
    const { card } = await shop.ask({ id: 'b' });
    const { lines } = card?.preview?.rehearsal ?? {};
    expect(lines).toMatchObject([
      { label: 'api_token' },
      { label: 'note' },
      { value: expect.stringMatching(/^x{499}…$/) },
    ]);
    expect(JSON.stringify(card)).not.toMatch(/hush|ghp_/);
    shop.answers = ({ message }, response) =>
      sendResult(response, message, { content: [{ type: 'text', text: `No ${token}` }], isError: true });
    const { card: refused } = await shop.ask({ id: 'a' });
    expect(refused?.preview?.rehearsal).toMatchObject({
      status: 'failed',
      words: expect.stringContaining('No '),
    });
    expect(JSON.stringify(refused)).not.toContain('ghp_');
  });

  it('somebody who stops the answer in the middle of a rehearsal does not stop it being compared', async () => {
    await shop.rehearse();
    const chatId = await shop.harness.chat();
    let stopped: Promise<unknown> | undefined;
    shop.answers = () => undefined;
    shop.deletes = ({ id }) => {
      delete shop.items[String(id)];
      stopped = stopRun(opened.db, shop.harness.admin, chatId);
      return false;
    };
    await shop.ask({ id: 'b' }, chatId);
    await stopped;
    // The answer has ended by then, and does not wait for it.
    const said = async () => (await rehearsalOf()).said?.state;
    await expect.poll(said, { timeout: 30_000 }).toBe('unreadable');
    expect(await shop.harness.cards(chatId, 'pending')).toEqual([]);
  });

  it('an admin switches it off', async () => {
    await shop.rehearse();
    const { definitionHash } = await shop.review();
    await decideTool(shop.acting(), 'shop', { tool: 'item_delete', definitionHash, decision: 'unrehearse' });
    expect((await rehearsalOf()).said).toBeNull();
    await shop.ask({ id: 'a' });
    expect(shop.deletions).toHaveLength(1);
  });

  it('arguments that somebody changes on the card are rehearsed as they are then', async () => {
    await shop.rehearse();
    const { chatId, card } = await shop.ask({ id: 'b' });
    const connectionsFor = shop.harness.deps.connectionsFor;
    const { signal } = new AbortController();
    const context = { db: opened.db, caller: shop.harness.admin, connectionsFor, signal };
    await editApproval(context, card?.id ?? '', { id: 'a', dryRun: false });
    const [fresh] = await shop.harness.cards(chatId, 'pending');
    expect(fresh?.preview?.rehearsal).toMatchObject({
      status: 'done',
      lines: [{ label: 'wouldDelete', value: 'Alpha' }, {}],
    });
    expect(shop.deletions.at(-1)).toEqual({ id: 'a', dryRun: true });
  });

  it('a record that has changed while the card waited is rehearsed anew, on the card in its place', async () => {
    await shop.rehearse();
    const { chatId, card } = await shop.ask({ id: 'b' });
    shop.items.b = { title: 'Gamma', price: 4 };
    await expect(shop.harness.decide(card?.id ?? '', 'confirm')).rejects.toMatchObject({ code: 'changed' });
    const [fresh] = await shop.harness.cards(chatId, 'pending');
    expect(fresh?.preview?.rehearsal).toMatchObject({ status: 'done', lines: [{ value: 'Gamma' }, {}] });
    expect(shop.items).toHaveProperty('b');
    await shop.harness.decide(fresh?.id ?? '', 'confirm');
    expect(shop.items).not.toHaveProperty('b');
  });
});
