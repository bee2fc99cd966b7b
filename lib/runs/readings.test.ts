/** A call's record before and after it: read for its card, and again when the call is done. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { readNow, readReading } from '@/lib/agent/readings/readings';
import type { TestServer } from '@/lib/connections/testing/http-server';
import {
  plainTool,
  type Script,
  sendResult,
  startScriptedServer,
} from '@/lib/connections/testing/scripted-server';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '@/mcp/annotations';
import { RunHarness } from './testing/run-harness';

const { calls, callReadings, receipts } = schema;

const inputSchema = { type: 'object', properties: { id: { type: 'string' }, to: { type: 'string' } } };
const record = { 'amber/record': { tool: 'note_get', arguments: { id: '$input.id' } } };
const TOOLS = [
  plainTool('note_get', { annotations: READ_ONLY, inputSchema }),
  plainTool('note_set', { annotations: DESTRUCTIVE, inputSchema, _meta: record }),
  plainTool('note_add', { annotations: WRITE, inputSchema, _meta: record }),
  plainTool('note_drop', {
    annotations: DESTRUCTIVE,
    inputSchema,
    _meta: { 'amber/preview': 'drop_preview' },
  }),
  plainTool('drop_preview', { annotations: READ_ONLY, inputSchema, _meta: { 'amber/companion': true } }),
  plainTool('note_far', {
    annotations: DESTRUCTIVE,
    inputSchema,
    _meta: { 'amber/record': { tool: 'far_get' } },
  }),
  plainTool('far_get', { annotations: { ...READ_ONLY, openWorldHint: true }, inputSchema }),
];

describe.each(testDatabases)('before and after on $name', ({ open }) => {
  let harness: RunHarness;
  let servers: TestServer[];
  let close: () => Promise<unknown>;
  let notes: Record<string, unknown>;
  /** Replaces a tool's answer. */
  let instead: Record<string, Script['call']>;

  beforeAll(async () => {
    const script: Script = {
      list: () => ({ tools: TOOLS }),
      call: (request, response) => answer(request, response),
    };
    servers = await Promise.all([startScriptedServer(script), startScriptedServer(script)]);
    const configs = servers.map(({ url }, at) => ({
      name: ['s', 'wild'][at] ?? '',
      url,
      headers: {},
      trusted: at === 0,
    }));
    const opened = await open();
    harness = await RunHarness.open(opened, configs);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['s', 'wild'] });
    close = () => Promise.all([opened.close(), ...servers.map((server) => server.close())]);
  });
  afterAll(() => close());
  beforeEach(() => {
    notes = { a: { title: 'Alpha', to: 'Ann', tags: ['x', 'y'], api_token: 'hush' } };
    instead = {};
    for (const { received } of servers) received.length = 0;
  });

  const answer: NonNullable<Script['call']> = (request, response) => {
    const { name, arguments: given } = request.message.params as {
      name: string;
      arguments: { id: string; to?: string };
    };
    const other = instead[name];
    if (other) return other(request, response);
    const { id, to } = given;
    const tell = (structuredContent: object, isError = false) =>
      sendResult(response, request.message, {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
        ...(isError && { isError, content: [{ type: 'text', text: `There is no note ${id}.` }] }),
      });
    const note = notes[id];
    if (name === 'note_set' || name === 'note_add') notes[id] = { ...Object(note), to };
    if (name === 'note_drop') delete notes[id];
    if (name === 'drop_preview')
      return note ? tell({ lines: [{ label: 'Note', value: 'Alpha' }] }) : tell({}, true);
    return name === 'note_get' ? (note ? tell(note) : tell({}, true)) : tell({ done: true });
  };

  /** The tools that a server was called for. */
  const called = (at = 0) =>
    (servers[at]?.received ?? []).flatMap(({ message: { method, params } }) =>
      method === 'tools/call' ? [params?.name] : [],
    );

  async function ask(tool: string, input: object) {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool, input }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it');
    return { chatId, card: (await harness.cards(chatId, 'pending'))[0] };
  }
  const callOf = async (chatId: string, tool: string) => {
    const isIt = and(eq(calls.chatId, chatId), eq(calls.tool, tool));
    const [row] = await harness.deps.db.select().from(calls).where(isIt);
    if (!row) throw new Error('There is no such call.');
    return row;
  };
  const viewOf = async (chatId: string, tool: string) =>
    readReading(harness.deps.db, harness.admin, (await callOf(chatId, tool)).id);
  const nowOf = async (chatId: string, tool: string) => {
    const { db, connectionsFor } = harness.deps;
    const { signal } = new AbortController();
    const { id } = await callOf(chatId, tool);
    return readNow({ db, caller: harness.admin, connections: connectionsFor(harness.admin), signal }, id);
  };

  it('shows the record on the card, and field by field what the call changed, with a receipt of both', async () => {
    const { chatId, card } = await ask('s__note_set', { id: 'a', to: 'Bob' });
    expect(card?.preview?.lines).toEqual([
      { label: 'title', value: 'Alpha' },
      { label: 'to', value: 'Ann' },
      { label: 'tags.0', value: 'x' },
      { label: 'tags.1', value: 'y' },
      { label: 'api_token', value: '[secret]' },
    ]);
    await harness.decide(card?.id ?? '', 'confirm');
    expect(called()).toEqual(['note_get', 'note_get', 'note_get', 'note_set', 'note_get']);
    expect(await viewOf(chatId, 'note_set')).toMatchObject({
      by: 'read',
      differences: [{ label: 'to', before: 'Ann', after: 'Bob' }],
      same: 4,
      mayRead: false,
      at: expect.any(String),
    });
    const call = await callOf(chatId, 'note_set');
    const [reading] = await harness.deps.db
      .select()
      .from(callReadings)
      .where(eq(callReadings.callId, call.id));
    // The reading is in the ledger as a call of its own, and not in the conversation.
    const read = await callOf(chatId, 'note_get');
    expect(read).toMatchObject({ id: reading?.readBy, status: 'success', risk: 'read-only', step: 0 });
    expect(JSON.stringify(await harness.messages(chatId))).not.toContain(read.toolCallId);
    const told = (await harness.deps.db.select().from(receipts).where(eq(receipts.kind, 'read after'))).map(
      ({ body }) => JSON.parse(body),
    );
    const { beforeHash, afterHash } = reading ?? {};
    expect(told).toContainEqual(
      expect.objectContaining({ call: call.id, status: 'changed', beforeHash, afterHash, readBy: read.id }),
    );
    expect(beforeHash).not.toBe(afterHash);
  });

  it('is void where the record has changed while the card waited, and shows how', async () => {
    const { chatId, card } = await ask('s__note_set', { id: 'a', to: 'Bob' });
    notes.a = { ...Object(notes.a), api_token: 'another', to: 'Eve' };
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toThrow();
    expect(called()).not.toContain('note_set');
    const [fresh] = await harness.cards(chatId, 'pending');
    expect(fresh).toMatchObject({ changed: ['preview'], was: card?.preview?.lines });
    // A secret is shown to nobody, but its change still makes the record differ.
    notes.a = { ...Object(notes.a), api_token: 'a third' };
    await expect(harness.decide(fresh?.id ?? '', 'confirm')).rejects.toThrow();
    expect(called()).not.toContain('note_set');
  });

  it('tells what could not be read afterwards, and has the call run once', async () => {
    const { chatId, card } = await ask('s__note_set', { id: 'a', to: 'Bob' });
    instead.note_set = ({ message }, response) => {
      notes = {};
      sendResult(response, message, { content: [] });
    };
    await harness.decide(card?.id ?? '', 'confirm');
    expect(called().filter((name) => name === 'note_set')).toHaveLength(1);
    expect(await callOf(chatId, 'note_set')).toMatchObject({ status: 'success' });
    const lines = expect.arrayContaining([{ label: 'to', value: 'Ann' }]);
    expect(await viewOf(chatId, 'note_set')).toMatchObject({
      differences: null,
      failure: 'There is no note a.',
      mayRead: true,
      lines,
    });
  });

  it('asks for a preview once more by a press alone: it tells of what would go, and that is gone', async () => {
    const { chatId, card } = await ask('s__note_drop', { id: 'a' });
    await harness.decide(card?.id ?? '', 'confirm');
    expect(called().at(-1)).toBe('note_drop');
    expect(await viewOf(chatId, 'note_drop')).toMatchObject({
      differences: null,
      failure: null,
      mayRead: true,
      lines: [{ label: 'Note', value: 'Alpha' }],
    });
    notes.a = { title: 'Back' };
    expect(await nowOf(chatId, 'note_drop')).toMatchObject({ differences: [], same: 1, mayRead: false });
    expect(called().filter((name) => name === 'note_drop')).toHaveLength(1);
  });

  it('invents no before: a call that ran unasked shows what is there when somebody asks, once', async () => {
    const { chatId, card } = await ask('s__note_add', { id: 'a', to: 'Cid' });
    expect(card).toBeUndefined();
    expect(called()).toEqual(['note_add']);
    expect(await viewOf(chatId, 'note_add')).toMatchObject({ differences: null, lines: null, mayRead: true });
    const lines = expect.arrayContaining([{ label: 'to', value: 'Cid' }]);
    expect(await nowOf(chatId, 'note_add')).toMatchObject({ differences: null, lines, mayRead: false });
    notes.a = {};
    expect(await nowOf(chatId, 'note_add')).toMatchObject({ lines });
    expect(called()).toEqual(['note_add', 'note_get']);
  });

  it('is nobody else’s, and of no server that nobody vouches for or that brings words from outside', async () => {
    const { chatId, card } = await ask('s__note_far', { id: 'a' });
    expect(card?.preview).toBeNull();
    await harness.decide(card?.id ?? '', 'confirm');
    expect(called()).toEqual(['note_far']);
    const { id } = await callOf(chatId, 'note_far');
    const other = await harness.person('admin');
    await expect(readReading(harness.deps.db, other, id)).rejects.toThrow('no such call of yours');
    const elsewhere = { ...harness.admin, teamId: 'another' };
    await expect(readReading(harness.deps.db, elsewhere, id)).rejects.toThrow('no such call of yours');
    await expect(nowOf(chatId, 'note_far')).rejects.toThrow('not there now');
    const wild = await ask('wild__note_set', { id: 'a', to: 'Bob' });
    expect(wild.card?.preview).toBeNull();
    await harness.decide(wild.card?.id ?? '', 'confirm');
    expect(called(1)).toEqual(['note_set']);
    await expect(viewOf(wild.chatId, 'note_set')).rejects.toThrow('no such call of yours');
  });

  it('is limited in time and size, whatever the server answers', async () => {
    const { chatId, card } = await ask('s__note_set', { id: 'a', to: 'Bob' });
    const huge = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}`, 'w'.repeat(900)]));
    instead.note_set = (request, response) => {
      instead.note_get = ({ message }, late) =>
        sendResult(late, message, { content: [], structuredContent: huge });
      sendResult(response, request.message, { content: [] });
    };
    await harness.decide(card?.id ?? '', 'confirm');
    const view = await viewOf(chatId, 'note_set');
    expect(view.differences?.length).toBeLessThanOrEqual(105);
    for (const { after } of view.differences ?? []) expect((after ?? '').length).toBeLessThanOrEqual(500);
    const next = await (async () => {
      instead = {};
      const asked = await ask('s__note_set', { id: 'a', to: 'Dan' });
      const late = new AbortController();
      instead.note_set = (request, response) => {
        instead.note_get = () => late.abort();
        sendResult(response, request.message, { content: [] });
      };
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
        ms === 10_000 && instead.note_get ? late.signal : timeout(ms),
      );
      // Mocked from here on: requests before the call are answered at once.
      instead.note_get = undefined;
      await harness.decide(asked.card?.id ?? '', 'confirm');
      vi.restoreAllMocks();
      return asked;
    })();
    expect(await callOf(next.chatId, 'note_set')).toMatchObject({ status: 'success' });
    expect(await viewOf(next.chatId, 'note_set')).toMatchObject({
      failure: 'It did not answer within 10 s.',
    });
  });

  it('is kept of what our own tools change, with the change itself', async () => {
    const chatId = await harness.chat();
    harness.steps(
      { calls: [{ tool: 'customer_create', input: { name: 'Halden Optics', email: 'a@halden.example' } }] },
      { text: 'Done.' },
    );
    await harness.say(chatId, 'Create it');
    expect(await viewOf(chatId, 'customer_create')).toMatchObject({
      by: 'kept',
      mayRead: false,
      differences: [{ label: 'Customer', before: null, after: 'Halden Optics' }],
    });
    const { id } = await callOf(chatId, 'customer_create');
    const bodies = (await harness.deps.db.select().from(receipts)).map(({ body }) => JSON.parse(body));
    const answered = bodies.find((body) => body.call === id && body.status === 'success');
    expect(answered).toMatchObject({ beforeHash: expect.any(String), afterHash: expect.any(String) });
  });
});
