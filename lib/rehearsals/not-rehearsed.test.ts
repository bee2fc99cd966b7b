/**
 * When nothing is rehearsed: because of the policy, of a halt, or of a proof that is void; and first rehearsals that
 * are refused.
 */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { stopAtOnce } from '@/lib/rules/halting';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { NOTHING_SAID } from '@/lib/runs/testing/run-harness';
import { decideTool } from '@/lib/servers/change-servers';
import { DESTRUCTIVE } from '@/mcp/annotations';
import type { FirstRehearsal } from './first-rehearsal';
import { ITEM_DELETE, ITEM_GET, Shop } from './testing/shop';

const { calls, toolPins } = schema;

describe.each(testDatabases)('what is not rehearsed, on $name', ({ open }) => {
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

  const rule = (more: Partial<PolicyRule>) =>
    setRule(opened.db, shop.harness.admin, { ...NOTHING_SAID, server: 'shop', tool: 'item_delete', ...more });
  const second = async () => (await shop.ask({ id: 'b' })).card?.preview ?? null;

  it.each<[string, Partial<PolicyRule>]>([
    ['asks another admin', { effect: 'ask_admin' }],
    ['asks two admins', { effect: 'two_admins' }],
    ['asks for the password', { critical: true }],
  ])('nothing is sent in any form where the policy %s', async (_what, said) => {
    await shop.rehearse();
    await rule(said);
    expect(await second()).toMatchObject({ rehearsal: { status: 'rules' } });
    await expect(shop.rehearse()).rejects.toMatchObject({ code: 'conflict' });
    expect(shop.deletions).toHaveLength(1);
  });

  it('nor where it denies the tool, where nothing shows the record any more, or in plan mode', async () => {
    await shop.rehearse();
    await rule({ effect: 'deny' });
    expect(await second()).toBeNull();
    await expect(shop.rehearse()).rejects.toMatchObject({ code: 'forbidden' });
    await rule({});
    await setRule(opened.db, shop.harness.admin, {
      ...NOTHING_SAID,
      server: 'shop',
      tool: 'item_get',
      effect: 'deny',
    });
    expect(await second()).toBeNull();
    await expect(shop.rehearse()).rejects.toMatchObject({ code: 'conflict' });
    expect(shop.deletions).toHaveLength(1);
  });

  it('one whose answer is lost is not sent again, and leaves nothing for a person to find out', async () => {
    await shop.rehearse();
    shop.answers = (_request, response) => void response.destroy();
    const { chatId, card } = await shop.ask({ id: 'b' });
    expect(card?.preview?.rehearsal).toMatchObject({ status: 'failed', words: expect.any(String) });
    expect(shop.deletions).toHaveLength(2);
    expect(await shop.harness.unknownCalls(chatId)).toEqual([]);
    const rows = await opened.db
      .select()
      .from(calls)
      .where(and(eq(calls.chatId, chatId), eq(calls.step, 0)));
    expect(rows.map(({ status }) => status)).toEqual(['error']);
    expect((await rehearsalOf()).said).toMatchObject({ state: 'on' });
  });

  it('one that was sent and never compared, since its process died, is the last', async () => {
    await shop.rehearse();
    const { card } = await shop.ask({ id: 'b' });
    const id = await rehearsalId(card?.chatId ?? '');
    const long = sql`now() - interval '2 minutes'`;
    await opened.db.update(toolPins).set({ setAt: sql`now() - interval '1 hour'` });
    await opened.db.update(calls).set({ createdAt: long, sealedAt: null }).where(eq(calls.id, id));
    expect(await second()).toMatchObject({ rehearsal: { status: 'off' } });
    expect((await rehearsalOf()).said).toMatchObject({ state: 'unreadable' });
    expect(shop.deletions).toHaveLength(2);
  });

  const rehearsalId = async (chatId: string) => {
    const isIt = and(eq(calls.chatId, chatId), eq(calls.step, 0));
    const [row] = await opened.db.select({ id: calls.id }).from(calls).where(isIt);
    return row?.id ?? '';
  };

  it('what an admin has stopped is not rehearsed either', async () => {
    await shop.rehearse();
    const halt = {
      kind: 'tool',
      server: 'shop',
      tool: 'item_delete',
      userId: null,
      reason: 'Wait.',
    } as const;
    await stopAtOnce(opened.db, shop.harness.admin, halt);
    expect(await second()).toBeNull();
    await expect(shop.rehearse()).rejects.toMatchObject({ code: 'forbidden' });
    expect(shop.deletions).toHaveLength(1);
  });

  it.each<[string, Partial<FirstRehearsal>, object?]>([
    ['with an argument that the schema does not have', { argument: 'constructor' }],
    ['with a value that it does not take', { value: 'yes' }],
    ['with what is no choice', { argument: 'id', value: 'a' }],
    ['with arguments that do not fit', { arguments: {} }],
    ['with arguments that hold another spelling', { arguments: { id: 'a', dry_run: false } }],
    ['of a record that is not there', { arguments: { id: 'zzz' } }],
    [
      'of a tool that may reach beyond its server',
      {},
      { annotations: { ...DESTRUCTIVE, openWorldHint: true } },
    ],
    ['of a tool whose record nothing shows', {}, { _meta: {} }],
  ])('a first one is refused, and nothing called, %s', async (_what, said, change = {}) => {
    shop.tools = [ITEM_GET, { ...ITEM_DELETE, ...change }];
    const { definitionHash, standing } = await shop.review();
    if (standing !== 'on')
      await decideTool(shop.acting(), 'shop', { tool: 'item_delete', definitionHash, decision: 'accept' });
    await expect(shop.rehearse(said)).rejects.toMatchObject({
      code: expect.stringMatching(/bad_request|conflict/),
    });
    expect(shop.deletions).toEqual([]);
  });

  it('nothing of a server that nobody vouches for', async () => {
    await shop.close();
    shop = await Shop.open(opened, false);
    shop.items = { b: { title: 'Beta' } };
    expect(await rehearsalOf()).toMatchObject({ said: null, proposed: [], choices: [] });
    await expect(shop.rehearse()).rejects.toMatchObject({ code: 'conflict' });
    expect(await second()).toBeNull();
    expect(shop.deletions).toEqual([]);
  });

  it('a first one is an admin’s alone, of what was seen, and of the own team’s server', async () => {
    const member = await shop.harness.person('member');
    await expect(shop.rehearse({}, member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(shop.rehearse({ definitionHash: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'changed',
    });
    expect(shop.deletions).toEqual([]);
  });
});
