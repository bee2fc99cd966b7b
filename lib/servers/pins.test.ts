/** A trusted server's tools when their declarations change. */
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CALLER } from '@/lib/connections/testing/caller';
import { serverConfig, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { connectionsOf } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import type { ServerConfig } from '@/lib/transport/server-config';

const { receipts, teams, toolPins } = schema;
const { start } = setUp();

type Tool = Record<string, unknown>;
const READS = { annotations: { readOnlyHint: true } };
/** Requests that the app makes by itself stay within the server. */
const ASKED = { readOnlyHint: true, openWorldHint: false };
const amount = (more: object = {}) => ({
  inputSchema: { type: 'object', properties: { amount: { type: 'number', maximum: 500 } }, ...more },
});
const pay = (more: Tool = {}): Tool =>
  plainTool('pay', { ...amount(), annotations: { destructiveHint: true }, ...more });
const look = (more: Tool = {}): Tool => plainTool('look', { ...READS, ...more });

describe.each(testDatabases)('pins on $name', ({ open }) => {
  let opened: OpenDatabase;
  let caller: Caller;
  let tools: Tool[];

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    caller = { ...CALLER, teamId: newId('team') };
    await opened.db.insert(teams).values({ id: caller.teamId, name: 'Nord' });
    tools = [look(), pay()];
  });

  const connect = (servers: ServerConfig[]) => connectionsOf(opened.db, caller, servers);

  /** A server `s` that offers the tools in `tools`, and its list as the team sees it, requested again each time. */
  async function server(more: Parameters<typeof serverConfig>[2] = { trusted: true }) {
    const { url } = await start(startScriptedServer({ list: () => ({ tools }) }));
    const connections = connect([serverConfig('s', url, more)]);
    const list = () => connections.list({ fresh: 's' });
    const on = async () => (await list()).tools.map(({ name }) => name);
    return { url, connections, list, on };
  }

  const pins = () =>
    opened.db.select().from(toolPins).where(eq(toolPins.teamId, caller.teamId)).orderBy(asc(toolPins.tool));
  const version = async () =>
    (await opened.db.select().from(teams).where(eq(teams.id, caller.teamId)))[0]?.serversVersion;
  const told = async () =>
    (
      await opened.db
        .select()
        .from(receipts)
        .where(eq(receipts.teamId, caller.teamId))
        .orderBy(asc(receipts.id))
    )
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .map(({ change, tool = '', tools: count = '' }) => `${change} ${tool}${count}`);

  it('the first look takes everything as it is, once for several processes', async () => {
    const { url, list, on } = await server();
    const other = connect([serverConfig('s', url, { trusted: true })]);
    const [listing] = await Promise.all([list(), other.list()]);
    expect(listing.problems).toEqual([]);
    expect(await on()).toEqual(['look', 'pay']);
    expect((await pins()).map(({ tool, state, reason, setBy }) => [tool, state, reason, setBy])).toEqual([
      ['look', 'on', 'look', null],
      ['pay', 'on', 'look', null],
    ]);
    expect(await told()).toEqual(['looked 2']);
    expect((await list()).serversVersion).toBe(await version());
  });

  it('goes with its team, and nobody is said to have removed it', async () => {
    const { list } = await server();
    await list();
    await opened.db.delete(teams).where(eq(teams.id, caller.teamId));
    expect(await pins()).toEqual([]);
    expect(await told()).toEqual(['looked 2']);
    expect((await list()).tools).toEqual([]);
  });

  it('nothing is written and nothing read anew while nothing changes', async () => {
    const { list } = await server();
    const before = await list();
    expect((await list()).serversVersion).toBe(before.serversVersion);
    expect(await told()).toEqual(['looked 2']);
  });

  test.each<[string, Tool]>([
    ['wording', pay({ description: 'Pays, kindly.' })],
    ['a hint tightened', look({ annotations: { readOnlyHint: false } })],
    ['a bound that is narrower', pay(amount({ required: ['amount'] }))],
    ['what nobody looks at', pay({ icons: [{ src: 'https://example.com/x.png' }] })],
  ])('is taken at once: %s', async (_what, changed) => {
    const { connections, list, on } = await server();
    const before = toolNamed(await list(), String(changed.name));
    expect(connections.isCurrent(before)).toBe(true);
    tools = tools.map((tool) => (tool.name === changed.name ? changed : tool));
    expect(await on()).toEqual(['look', 'pay']);
    expect(connections.isCurrent(before)).toBe(false);
    const [pin] = (await pins()).filter(({ reason }) => reason === 'taken');
    expect(pin).toMatchObject({ tool: changed.name, state: 'on', setBy: null });
    expect(pin?.definitionHash).toBe(toolNamed(await list(), String(changed.name)).definitionHash);
    expect(await told()).toEqual(['looked 2', `taken ${changed.name}`]);
  });

  test.each<[string, Tool]>([
    ['a hint loosened', pay({ annotations: { destructiveHint: false } })],
    ['destructive to read-only', pay({ annotations: { readOnlyHint: true } })],
    [
      'a schema widened',
      pay({ inputSchema: { type: 'object', properties: { amount: { type: 'number' } } } }),
    ],
    [
      'a new argument',
      pay({
        inputSchema: { type: 'object', properties: { amount: { type: 'number', maximum: 500 }, to: {} } },
      }),
    ],
    ['an ease in _meta', pay({ _meta: { 'amber/parallel': true } })],
  ])('is off until an admin has looked: %s; the others go on', async (_what, changed) => {
    const { list, on } = await server();
    await list();
    const before = await pins();
    tools = [look(), changed];
    const listing = await list();
    expect(listing.tools.map(({ name }) => name)).toEqual(['look']);
    expect(listing.problems).toEqual([
      {
        server: 's',
        message: '1 tool is off until an admin has looked at what changed (Servers, in the account menu).',
      },
    ]);
    expect(await pins()).toEqual(before);
    // In its original form it is on again.
    tools = [look(), pay()];
    expect(await on()).toEqual(['look', 'pay']);
  });

  it('a tool that is new is off, also one that takes the name of another in the eyes of a model', async () => {
    tools = [plainTool('a/b', { title: 'first' })];
    const { list } = await server();
    await list();
    tools = [plainTool('a.b', { title: 'second' }), plainTool('a/b', { title: 'first' }), pay()];
    const listing = await list();
    expect(listing.tools.map(({ name, modelName }) => [name, modelName])).toEqual([['a/b', 's__a_b']]);
    expect(listing.problems.map(({ message }) => message)).toEqual([
      '2 tools are off until an admin has looked at what changed (Servers, in the account menu).',
    ]);
  });

  it('a tool that is gone and comes back is compared with what it was', async () => {
    const { on } = await server();
    await on();
    tools = [look()];
    expect(await on()).toEqual(['look']);
    tools = [look(), pay()];
    expect(await on()).toEqual(['look', 'pay']);
    tools = [look()];
    await on();
    tools = [look(), pay({ annotations: { destructiveHint: false } })];
    expect(await on()).toEqual(['look']);
  });

  it('a server that is another one now has no tools until they were looked at', async () => {
    const { list } = await server();
    await list();
    const other = await server();
    const listing = await other.list();
    expect(listing.tools).toEqual([]);
    expect(listing.problems[0]?.message).toContain('2 tools are off');
  });

  it.each(['amber/preview', 'amber/risk'])(
    'a companion (%s) that is off, tells less or is gone takes the tool with it that is asked through it',
    async (key) => {
      const preview = (hints: object) =>
        plainTool('pay_preview', { annotations: hints, _meta: { 'amber/companion': true } });
      tools = [pay({ _meta: { [key]: 'pay_preview' } }), preview(ASKED), look()];
      const { on } = await server();
      expect(await on()).toEqual(['pay', 'look']);
      const [withPreview = {}, companion = {}] = tools;
      for (const changed of [
        { ...companion, ...amount() },
        preview({ readOnlyHint: false }),
        look({ name: 'other' }),
      ]) {
        tools = [withPreview, changed, look()];
        expect(await on()).toEqual(['look']);
      }
      tools = [withPreview, companion, look()];
      expect(await on()).toEqual(['pay', 'look']);
    },
  );

  it('of a server nobody vouches for nothing is compared, and every call asks', async () => {
    const { list } = await server({ trusted: false });
    await list();
    tools = [pay({ annotations: { readOnlyHint: true } }), plainTool('new')];
    const listing = await list();
    expect(listing.problems).toEqual([]);
    expect(listing.tools.map(({ name, risk }) => [name, risk])).toEqual([
      ['pay', 'destructive'],
      ['new', 'destructive'],
    ]);
    expect(await pins()).toEqual([]);
  });

  it('what an admin turned off stays off, also of a server nobody vouches for, without a word', async () => {
    const { list, on } = await server();
    await list();
    const ofTool = and(eq(toolPins.teamId, caller.teamId), eq(toolPins.tool, 'pay'));
    await opened.db.update(toolPins).set({ state: 'off', reason: 'off' }).where(ofTool);
    expect((await list()).problems).toEqual([]);
    expect(await on()).toEqual(['look']);
    tools = [look(), pay({ description: 'Other.' })];
    expect(await on()).toEqual(['look']);
    expect(await told()).toEqual(['looked 2', 'off pay']);
  });
});
