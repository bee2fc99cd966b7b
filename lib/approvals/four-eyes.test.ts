/** A decided call is judged again when it runs; and the author of a call does not confirm it as well. */
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { updateChat } from '@/lib/runs/chats';
import { gate } from '@/lib/runs/testing/crash-harness';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { sha256Hex } from '@/lib/values/canonical-json';
import { editApproval } from './edit';

const { accounts, confirmations, members, outbox, policyRules, receipts, sessions } = schema;

const DROPS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const companion = { 'amber/companion': true };
const TOOLS = [
  plainTool('drop', { annotations: DROPS, inputSchema, _meta: { 'amber/preview': 'what' } }),
  plainTool('what', { annotations: READS, inputSchema, _meta: companion }),
  plainTool('send', { annotations: DROPS, inputSchema, _meta: { 'amber/preview': 'ask_outside' } }),
  plainTool('ask_outside', { annotations: { ...READS, openWorldHint: true }, inputSchema, _meta: companion }),
  plainTool('add', { annotations: { ...DROPS, destructiveHint: false }, inputSchema }),
];
const LINES = { content: [], structuredContent: { lines: [{ label: 'Record', value: 'one' }] } };

describe.each(testDatabases)('who decides, and when it counts, on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let member: Caller;
  let second: Caller;
  let third: Caller;
  let executed: string[] = [];
  let looks = 0;
  let onLook: (nth: number) => Promise<object | undefined>;

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: async ({ message }, response) => {
        const { name, arguments: input } = message.params ?? {};
        if (name === 'what') return sendResult(response, message, (await onLook(++looks)) ?? LINES);
        executed.push(`${name} ${Object(input).id}`);
        sendResult(response, message, { content: [{ type: 'text', text: 'done' }] });
      },
    });
    harness = await RunHarness.open(await open(), [serverConfig('s', server.url, { trusted: true })]);
    member = await harness.person('member');
    second = await harness.person('admin');
    third = await harness.person('admin');
    for (const { userId } of [member, harness.admin, second]) await givePassword(userId);
  });
  afterAll(async () => {
    await server.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    executed = [];
    looks = 0;
    onLook = async () => undefined;
    await harness.opened.db.delete(policyRules);
  });

  async function givePassword(userId: string): Promise<void> {
    const password = await hashPassword('correct horse');
    const account = { id: randomToken(), accountId: userId, providerId: 'credential', userId, password };
    await harness.opened.db.insert(accounts).values(account);
  }

  const rule: RunHarness['rule'] = (...said) => harness.rule(...said);
  const role = (who: Caller, to: Caller['role']) =>
    harness.opened.db.update(members).set({ role: to }).where(eq(members.userId, who.userId));

  async function ask(tool: string, ids = ['a'], who = member) {
    const chatId = await harness.chat(who);
    harness.steps({ calls: ids.map((id) => ({ tool: `s__${tool}`, input: { id } })) }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it', who);
    const cards = (await harness.cards(chatId, 'pending')).reverse();
    return { chatId, id: cards[0]?.id ?? '', cards };
  }

  const edit = async (id: string, to: string, by: Caller) => {
    const context = {
      db: harness.opened.db,
      caller: by,
      signal: new AbortController().signal,
      session: `ses ${by.userId}`,
      connectionsFor: harness.deps.connectionsFor,
      notify: { mail: true, webhook: false, appUrl: 'http://x' },
    };
    return (await editApproval(context, id, { id: to })).approvalId;
  };
  const confirm = (id: string, by: Caller, password?: string) =>
    harness.decide(id, 'confirm', undefined, by, password ? { password } : {});
  const forbidden = { code: 'forbidden' };

  it('whoever changed the arguments does not confirm them where another must', async () => {
    await rule('drop', { effect: 'ask_admin' });
    const { id } = await ask('drop');
    const once = await edit(id, 'b', second);
    await expect(confirm(once, second)).rejects.toMatchObject(forbidden);
    // Not even if somebody else has changed them since.
    const twice = await edit(once, 'c', third);
    for (const by of [second, third, member])
      await expect(confirm(twice, by)).rejects.toMatchObject(forbidden);
    const byHand = { approvalId: twice, userId: second.userId };
    await expect(harness.opened.db.insert(confirmations).values(byHand)).rejects.toThrow();
    expect(executed).toEqual([]);
    expect(await confirm(twice, harness.admin)).toBe('confirmed');
    expect(executed).toEqual(['drop c']);
  });

  it('nor is one of the two where two must; and the record names who changed them', async () => {
    await rule('drop', { effect: 'two_admins' });
    const { id, chatId } = await ask('drop');
    const changed = await edit(id, 'b', second);
    await expect(confirm(changed, second)).rejects.toMatchObject(forbidden);
    expect(await confirm(changed, third)).toBe('pending');
    expect(await confirm(changed, harness.admin)).toBe('confirmed');
    expect(executed).toEqual(['drop b']);
    const rows = await harness.opened.db.select().from(receipts).orderBy(receipts.id);
    const told = rows
      .map(({ kind, body }) => ({ kind, ...JSON.parse(body) }))
      .filter(({ chat }) => chat === chatId);
    const person = { id: second.userId, role: 'admin' };
    expect(told.find(({ kind }) => kind === 'edited')).toMatchObject({
      person,
      session: `ses ${second.userId}`,
    });
    expect(told.filter(({ kind }) => kind === 'asked').map(({ editors }) => editors)).toEqual([
      undefined,
      [second.userId],
    ]);
  });

  it('an edit makes nothing easier to confirm, and those who must confirm now hear of it', async () => {
    await rule('drop', { effect: 'ask_admin', critical: true });
    const { id, chatId } = await ask('drop');
    await rule('drop', {});
    await edit(id, 'b', member);
    const [card] = await harness.cards(chatId, 'pending');
    expect(card).toMatchObject({ requirement: 'ask_admin', critical: true, grantable: false });
    const waiting = await ask('drop', ['x']);
    const before = await harness.opened.db.$count(outbox);
    await rule('drop', { effect: 'ask_admin' });
    await edit(waiting.id, 'y', member);
    expect(await harness.opened.db.$count(outbox)).toBeGreaterThan(before);
  });

  it('what is critical asks for the password whatever yolo allows, also where it only adds', async () => {
    const chatId = await harness.chat();
    await updateChat(harness.opened.db, harness.admin, chatId, { mode: 'yolo' });
    for (const tool of ['drop', 'add']) {
      await rule(tool, { critical: true });
      harness.steps({ calls: [{ tool: `s__${tool}`, input: { id: tool } }] }, { text: 'So it is.' });
      await harness.say(chatId, 'Do it');
      const [card] = await harness.cards(chatId, 'pending');
      expect(card).toMatchObject({ critical: true });
      await expect(confirm(card?.id ?? '', harness.admin)).rejects.toMatchObject(forbidden);
      expect(executed).toEqual([]);
      await confirm(card?.id ?? '', harness.admin, 'correct horse');
      expect(executed.splice(0)).toEqual([`${tool} ${tool}`]);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['it became critical', () => rule('drop', { critical: true })],
    ['it is denied', () => rule('drop', { effect: 'deny', locked: true })],
    ['another must confirm it', () => rule('drop', { effect: 'ask_admin' })],
  ])('a decision does not count any more once %s while the rest of the set waits', async (_, change) => {
    const { cards } = await ask('drop', ['a', 'b']);
    await confirm(cards[0]?.id ?? '', member);
    await change();
    await harness.decide(cards[1]?.id ?? '', 'cancel', undefined, member);
    expect(executed).toEqual([]);
  });

  it.each<[string, (who: Caller) => Promise<unknown>]>([
    ['the policy', () => rule('drop', { effect: 'deny', locked: true })],
    ['what is critical', () => rule('drop', { critical: true })],
    ['who is in the team', (who) => harness.opened.db.delete(members).where(eq(members.userId, who.userId))],
  ])(
    'what counts is %s at the moment of the call, not before the last look at what would go',
    async (_, change) => {
      const who = await harness.person('member');
      const { id } = await ask('drop', ['a'], who);
      const [reached, let_] = [gate(), gate()];
      onLook = async (nth) => {
        if (nth < 3) return undefined;
        reached.open();
        await let_.opened;
        return undefined;
      };
      const deciding = confirm(id, who).catch(() => {});
      await reached.opened;
      await change(who);
      let_.open();
      await deciding;
      expect(looks).toBe(3);
      expect(executed).toEqual([]);
    },
  );

  it('a session that ends while its Confirm is looked at decides nothing', async () => {
    const { db } = harness.opened;
    const { id, chatId } = await ask('drop');
    const token = newId('tok');
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(sessions).values({ id: newId('ses'), token, userId: member.userId, expiresAt });
    onLook = async () => {
      await db.delete(sessions).where(eq(sessions.token, token));
      return undefined;
    };
    const deciding = harness.decide(id, 'confirm', undefined, member, { session: sha256Hex(token) });
    await expect(deciding).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await harness.cards(chatId, 'pending')).toHaveLength(1);
    expect(executed).toEqual([]);
  });

  it('of two who must confirm, one who could not any more does not count', async () => {
    await rule('drop', { effect: 'two_admins' });
    const { id } = await ask('drop');
    expect(await confirm(id, second)).toBe('pending');
    await role(second, 'viewer');
    try {
      expect(await confirm(id, third)).toBe('pending');
      expect(executed).toEqual([]);
      expect(await confirm(id, harness.admin)).toBe('confirmed');
    } finally {
      await role(second, 'admin');
    }
    expect(executed).toEqual(['drop a']);
  });

  it('what would go is asked only of companions that bring no words from outside', async () => {
    const { tools, problems } = await harness.deps.connectionsFor(member).list();
    const preview = (name: string) =>
      tools.find((tool) => tool.server === 's' && tool.name === name)?.preview;
    expect([preview('drop'), preview('send')]).toEqual(['what', undefined]);
    expect(problems.map(({ server }) => server)).toEqual(['s']);
  });
});
