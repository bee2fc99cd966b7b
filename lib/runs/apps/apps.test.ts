/**
 * A page of a server calls tools: each call is a run of its own through the gate, only for its own server's tools, and
 * only where the page may be shown.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import type { Order } from '@/lib/execution/call-record';
import { readInbox } from '@/lib/inbox/read-inbox';
import { readPage } from '@/lib/offerings/read-page';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { showPages } from '@/lib/servers/entering/show-pages';
import { deleteChat } from '../chats';
import { driveRun } from '../drive';
import { RunHarness } from '../testing/run-harness';
import { beginAppCall, readAppCall } from './app-call';
import { describePage, findPage } from './shown-call';
import { type AppServer, PAGE, startAppServer } from './testing/app-server';

const { calls, chats } = schema;

describe.each(testDatabases)('pages of servers on $name', ({ open }) => {
  let harness: RunHarness;
  let server: AppServer;
  let other: AppServer;
  let close: () => Promise<void>;

  beforeAll(async () => {
    [server, other] = await Promise.all([startAppServer(), startAppServer('2025')]);
    const opened = await open();
    const of = (name: string, url: string, trusted: boolean) => ({ name, url, headers: {}, trusted });
    harness = await RunHarness.open(opened, [
      of('shop', server.url, true),
      of('stranger', other.url, false),
      of('older', other.url, true),
    ]);
    const waitFor = ['shop', 'stranger', 'older'];
    await harness.deps.connectionsFor(harness.admin).list({ waitFor });
    close = () =>
      Promise.all([harness.closeConnections(), opened.close(), server.close(), other.close()]).then(() => {});
  });
  afterAll(() => close());
  let before: number;
  beforeEach(() => {
    before = server.called().length;
  });

  const from = (caller: Caller = harness.admin) => ({
    db: harness.deps.db,
    caller,
    connections: harness.connectionsFor(caller),
  });
  /** A chat in which the model has made the call that a page shows. */
  async function shown(name = 'shop') {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: `${name}__show_shop`, input: { id: 'a' } }] });
    await harness.say(chatId, 'Show me');
    for (const { id } of await harness.cards(chatId, 'pending')) await harness.decide(id, 'confirm');
    const [row] = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    before = server.called().length;
    return { chatId, callId: row?.id ?? '', row };
  }
  async function ask(callId: string, asked: Pick<Order, 'tool' | 'input'>, caller = harness.admin) {
    const begun = await beginAppCall(from(caller), callId, asked, async (title) => `A page calls: ${title}`);
    await driveRun(harness.deps, caller, begun).done;
    return begun.run.id;
  }
  const calledSince = () => server.called().slice(before);

  it('are named with the call, and its tools that are theirs alone no model is told of', async () => {
    const { chatId, callId, row } = await shown();
    expect(row?.metadata).toMatchObject({ page: PAGE });
    const parts = (await harness.messages(chatId)).flatMap((message) => message.parts);
    expect(parts.find(isCall)?.toolMetadata).toMatchObject({ page: PAGE });
    expect(parts.find(({ type }) => type === 'data-call')).toMatchObject({ data: { shownBy: callId } });
    const offered = JSON.stringify(harness.prompts.at(-1));
    expect(offered).toContain('show_shop');
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const names = tools.filter((tool) => tool.server === 'shop').map(({ name }) => name);
    expect(names).toEqual(['show_shop', 'remove', 'think']);
  });

  it('are read when somebody looks, as what they are', async () => {
    const { callId } = await shown();
    const page = await findPage(from(), callId);
    const read = () => readPage(from().connections, page, AbortSignal.timeout(20_000));
    expect(await read()).toEqual({ html: '<p>Shop</p>', meta: {} });
    const kept = server.contents;
    for (const wrong of [{ mimeType: 'text/html' }, { uri: 'ui://shop/other.html' }, { text: undefined }]) {
      server.contents = kept.map((one) => ({ ...one, ...wrong }));
      await expect(read()).rejects.toMatchObject({ name: 'ConnectionError' });
    }
    server.contents = kept;
  });

  it('read by calls of their own, in a place below the call that is shown', async () => {
    const { chatId, callId } = await shown();
    const asked = harness.prompts.length;
    const run = await ask(callId, { tool: 'count', input: { id: 'b' } });
    expect(calledSince()).toEqual(['count']);
    expect(harness.prompts).toHaveLength(asked);
    expect(await readAppCall(from(), callId, run)).toMatchObject({
      state: 'done',
      output: { structuredContent: { did: 'count', with: { id: 'b' } } },
    });
    const rows = await harness.deps.db.select().from(calls).where(eq(calls.chatId, callId));
    expect(rows).toMatchObject([
      { server: 'shop', tool: 'count', runId: run, status: 'success', modelTool: 'shop__count' },
    ]);
    const [place] = await harness.deps.db.select().from(chats).where(eq(chats.id, callId));
    expect(place).toMatchObject({ rootId: chatId, userId: harness.admin.userId });
    const receipts = await listReceipts(harness.deps.db, harness.admin, {});
    expect(JSON.stringify(receipts)).toContain(rows[0]?.id);
    // The chat itself does not mention it, and its model reads nothing of it.
    expect(await harness.messages(chatId)).toHaveLength(2);
    expect(await harness.messages(callId)).toMatchObject([
      { role: 'user', parts: [{ text: 'A page calls: count' }, { data: { server: 'shop', tool: 'count' } }] },
      { role: 'assistant' },
    ]);
  });

  it('wait for a person where a call destroys, with a card in the chat and the inbox, and run once it is confirmed', async () => {
    const { chatId, callId } = await shown();
    const run = await ask(callId, { tool: 'remove', input: { id: 'c' } });
    expect(calledSince()).toEqual([]);
    expect(await readAppCall(from(), callId, run)).toEqual({ state: 'waits' });
    const [card] = await harness.cards(callId, 'pending');
    expect(card).toMatchObject({ server: 'shop', tool: 'remove', risk: 'destructive', status: 'pending' });
    const { approvals } = await readInbox(harness.deps.db, harness.admin, { id: card?.id ?? '' });
    expect(approvals[0]?.context.within).toMatchObject({ chatId, agents: [{ server: 'shop' }] });
    await expect(ask(callId, { tool: 'count', input: {} })).rejects.toMatchObject({ code: 'conflict' });
    // The chat continues meanwhile, and withdraws nothing of it.
    harness.steps({ text: 'Hello.' });
    await harness.say(chatId, 'Hello?');
    expect(await harness.cards(callId, 'pending')).toHaveLength(1);
    await harness.decide(card?.id ?? '', 'confirm');
    expect(calledSince()).toEqual(['remove']);
    expect(await readAppCall(from(), callId, run)).toMatchObject({ state: 'done' });
    const cancelled = await ask(callId, { tool: 'remove', input: { id: 'd' } });
    const [second] = await harness.cards(callId, 'pending');
    await harness.decide(second?.id ?? '', 'cancel');
    expect(await readAppCall(from(), callId, cancelled)).toMatchObject({ state: 'failed' });
    expect(calledSince()).toEqual(['remove']);
  });

  it('call nothing that is the model’s alone, of another server, or not there; and nobody else calls for them', async () => {
    const { callId } = await shown();
    for (const tool of ['think', 'customer_delete', 'nothing', 'constructor'])
      await expect(ask(callId, { tool, input: {} })).rejects.toMatchObject({ code: 'not_found' });
    const colleague = await harness.person('admin');
    await expect(ask(callId, { tool: 'count', input: {} }, colleague)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(findPage(from(colleague), callId)).rejects.toMatchObject({ code: 'not_found' });
    const run = await ask(callId, { tool: 'count', input: {} });
    const elsewhere = await shown();
    await expect(readAppCall(from(), elsewhere.callId, run)).rejects.toMatchObject({ code: 'not_found' });
    await expect(readAppCall(from(colleague), callId, run)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are judged by the chat above: what its mode does not allow is not called', async () => {
    const { chatId, callId } = await shown();
    await harness.deps.db.update(chats).set({ mode: 'plan' }).where(eq(chats.id, chatId));
    const run = await ask(callId, { tool: 'remove', input: {} });
    expect(calledSince()).toEqual([]);
    expect(await readAppCall(from(), callId, run)).toMatchObject({ state: 'failed' });
    await deleteChat(harness.deps.db, harness.admin, chatId);
    await expect(ask(callId, { tool: 'count', input: {} })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are not there for servers that nobody vouches for', async () => {
    const { callId, row } = await shown('stranger');
    expect(row).toMatchObject({ status: 'success' });
    expect(row?.metadata).not.toHaveProperty('page');
    await expect(findPage(from(), callId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(callId, { tool: 'count', input: {} })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are there once an admin allows them, and not where one does not, vouched for or not; each leaves a receipt', async () => {
    const context = {
      db: harness.deps.db,
      caller: harness.admin,
      connections: harness.connectionsFor(harness.admin),
    };
    const member = await harness.person('member');
    await expect(showPages({ ...context, caller: member }, 'stranger', true)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(showPages(context, 'nobody', true)).rejects.toMatchObject({ code: 'not_found' });
    const view = await showPages(context, 'stranger', true);
    expect(view.servers.find(({ server: name }) => name === 'stranger')).toMatchObject({
      pages: { shown: true },
      vouch: null,
    });
    const { callId, row } = await shown('stranger');
    expect(row?.metadata).toMatchObject({ page: PAGE, trusted: false });
    // It is judged like anything untrusted: nothing of it runs without asking.
    const run = await ask(callId, { tool: 'count', input: {} });
    expect(await readAppCall(from(), callId, run)).toEqual({ state: 'waits' });
    expect(await describePage(from(), callId)).toEqual({ hasCalled: true, off: null });
    await showPages(context, 'stranger', false);
    expect(await describePage(from(), callId)).toMatchObject({
      hasCalled: true,
      off: expect.stringContaining('pages are off'),
    });
    await expect(findPage(from(), callId)).rejects.toMatchObject({ code: 'forbidden' });
    const vouched = await shown();
    await showPages(context, 'shop', false);
    await expect(findPage(from(), vouched.callId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask(vouched.callId, { tool: 'count', input: {} })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await showPages(context, 'shop', true);
    await ask(vouched.callId, { tool: 'count', input: {} });
    const { receipts } = await listReceipts(harness.deps.db, harness.admin, {});
    const told = receipts.map(({ body }) => body).filter(({ change }) => String(change).startsWith('pages-'));
    expect(told.map(({ change, server: name }) => [change, name])).toEqual([
      ['pages-shown', 'shop'],
      ['pages-hidden', 'shop'],
      ['pages-hidden', 'stranger'],
      ['pages-shown', 'stranger'],
    ]);
  });

  it('are those of the very server that was called, and of none that has come under its name since', async () => {
    const { callId } = await shown();
    const moved = { serverUrl: 'https://moved.example/mcp' };
    await harness.deps.db.update(calls).set(moved).where(eq(calls.id, callId));
    await expect(findPage(from(), callId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask(callId, { tool: 'count', input: {} })).rejects.toMatchObject({ code: 'forbidden' });
    expect(calledSince()).toEqual([]);
  });

  it('are offered because servers of both revisions are told that we show them', async () => {
    const ui = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
    const [discovered] = server.asked('tools/list');
    expect(discovered?.message.params?._meta).toMatchObject({
      'io.modelcontextprotocol/clientCapabilities': { extensions: ui },
    });
    const [initialized] = other.asked('initialize');
    expect(initialized?.message.params).toMatchObject({ capabilities: { extensions: ui } });
    const { callId } = await shown('older');
    await ask(callId, { tool: 'count', input: {} });
    expect(other.called().at(-1)).toBe('count');
  });
});
