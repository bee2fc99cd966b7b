/** Admins' actions on servers: their effects, who may perform them, and that they apply to the reviewed state. */
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig, setUp } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { connectionsOf, SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import type { ServerConfig } from '@/lib/transport/server-config';
import { Office } from '@/mcp/testing/office';
import {
  addServer,
  type ChangeContext,
  decideTool,
  readServers,
  removeServer,
  tryServer,
  vouch,
  withdraw,
} from './change-servers';
import type { ServedConnections } from './served-connections';
import type { ServersView, ToolReview } from './servers-view';

const { members, receipts, serverLooks, serverVouches, teamServers, toolPins, users } = schema;
const { start } = setUp();

type Tool = Record<string, unknown>;

describe.each(testDatabases)('looking after servers on $name', ({ open }) => {
  let opened: OpenDatabase;
  let office: Office;
  let admin: Caller;
  let member: Caller;
  let tools: Tool[];
  let url: string;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    member = { ...admin, userId: id, role: 'member' };
    tools = [
      plainTool('look', { annotations: { readOnlyHint: true } }),
      plainTool('delete_all', { annotations: { readOnlyHint: true } }),
    ];
    url = (await start(startScriptedServer({ list: () => ({ tools }) }))).url;
  });

  function acting(
    servers: ServerConfig[] = [],
    caller = admin,
  ): ChangeContext & { connections: ServedConnections } {
    return { db: opened.db, caller, connections: connectionsOf(opened.db, caller, servers) };
  }
  const added = (name = 'crm') => ({ name, url, headers: { Authorization: 'Bearer very-secret' } });
  const told = async () => {
    const rows = await opened.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.teamId, admin.teamId), eq(receipts.kind, 'server changed')))
      .orderBy(asc(receipts.id));
    return rows.map(
      ({ body }) => JSON.parse(body) as { change: string; tool?: string; person?: { id: string } },
    );
  };
  const seen = ({ servers }: ServersView, name = 'crm') =>
    (servers.find(({ server }) => server === name)?.reviews ?? []).map(({ name: tool, definitionHash }) => ({
      tool,
      definitionHash,
    }));
  const reviewOf = ({ servers }: ServersView, tool: string): ToolReview | undefined =>
    servers.flatMap(({ reviews }) => reviews).find(({ name }) => name === tool);
  const names = async (context: ChangeContext) =>
    (await context.connections.list()).tools.map(({ name, risk }) => `${name} ${risk}`);

  it('gives its calls the time that was entered with it, and refuses what no call may have', async () => {
    const entered = { ...added(), timeoutMs: 120_000, totalTimeoutMs: 700_000 };
    const context = acting();
    const { servers } = await addServer(context, entered, SECRET);
    expect(servers.find(({ server }) => server === 'crm')).toMatchObject({
      silenceMs: 120_000,
      totalMs: 700_000,
    });
    const others = acting();
    const { tools: listed } = await others.connections.list();
    const [tool] = listed.filter(({ server }) => server === 'crm');
    expect(tool && others.connections.limitsOf(tool)).toMatchObject({ silenceMs: 120_000, totalMs: 700_000 });
    for (const wrong of [{ timeoutMs: 1 }, { timeoutMs: 600_001 }, { totalTimeoutMs: 840_001 }]) {
      await expect(addServer(acting(), { ...added('other'), ...wrong }, SECRET)).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    const plain = await addServer(acting(), added('other'), SECRET);
    expect(plain.servers.find(({ server }) => server === 'other')).toMatchObject({
      silenceMs: 60_000,
      totalMs: 600_000,
    });
  });

  it('a server is added, tried, vouched for and removed; its credentials are shown to nobody', async () => {
    const context = acting();
    const view = await addServer(context, added(), SECRET);
    expect(view.servers).toMatchObject([
      {
        server: 'crm',
        url,
        origin: 'settings',
        state: 'ready',
        vouch: null,
        headers: ['Authorization'],
        tools: 2,
        waiting: 0,
      },
    ]);
    expect(view.servers[0]?.added?.name).toBe(`Person ${admin.userId}`);
    expect(await names(context)).toEqual(['look destructive', 'delete_all destructive']);
    const vouched = await vouch(context, 'crm', seen(view));
    expect(vouched.servers[0]?.vouch).toMatchObject({ by: 'admin' });
    expect(await names(context)).toEqual(['look read-only', 'delete_all destructive']);
    expect((await tryServer(context, 'crm')).version).toBe(vouched.version);
    const after = await removeServer(context, 'crm');
    expect(after.servers).toEqual([]);
    for (const table of [teamServers, serverVouches, serverLooks, toolPins])
      expect(await opened.db.$count(table, eq(table.teamId, admin.teamId))).toBe(0);
    const all = await told();
    expect(all.map(({ change }) => change)).toEqual(['added', 'vouched', 'looked', 'removed', 'withdrawn']);
    expect(new Set(all.map(({ person }) => person?.id))).toEqual(new Set([admin.userId]));
    expect(JSON.stringify([view, vouched, all])).not.toContain('very-secret');
    expect(JSON.stringify(all)).not.toContain('127.0.0.1');
  });

  it('a review says what is declared, what it comes to, and where the name says something else', async () => {
    const view = await addServer(acting(), added(), SECRET);
    expect(reviewOf(view, 'look')).toMatchObject({
      declared: { readOnlyHint: true },
      believed: { risk: 'read-only' },
      risk: 'destructive',
      suggests: null,
      changes: [],
    });
    expect(reviewOf(view, 'delete_all')?.suggests).toBe('destructive');
  });

  it('what somebody did who has left stands, and is not told again', async () => {
    const { id } = await office.addMember('admin');
    const leaving = { ...admin, userId: id };
    await vouch(acting([], leaving), 'crm', seen(await addServer(acting([], leaving), added(), SECRET)));
    const before = await told();
    await opened.db.delete(users).where(eq(users.id, id));
    const { servers } = await readServers(acting());
    expect(servers[0]).toMatchObject({ vouch: { by: 'admin', name: null }, added: { name: null } });
    expect(await told()).toEqual(before);
  });

  it('only admins do any of it, by the database and not by what the session says', async () => {
    const context = acting([], member);
    const pretender = acting([], { ...member, role: 'admin' });
    for (const one of [context, pretender]) {
      const tries = [
        () => readServers(one),
        () => tryServer(one, 'crm'),
        () => addServer(one, added(), SECRET),
        () => removeServer(one, 'crm'),
        () => vouch(one, 'crm', []),
        () => withdraw(one, 'crm'),
        () => decideTool(one, 'crm', { tool: 'look', definitionHash: '', decision: 'accept' }),
      ];
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await told()).toEqual([]);
  });

  it('what has changed since it was looked at is neither vouched for nor accepted', async () => {
    const context = acting();
    const before = await addServer(context, added(), SECRET);
    const [first] = seen(before);
    tools = [...tools, plainTool('late')];
    await expect(vouch(context, 'crm', seen(before))).rejects.toMatchObject({ code: 'changed' });
    tools = [plainTool('look', { annotations: { readOnlyHint: true }, description: 'Other.' })];
    await expect(vouch(context, 'crm', seen(before))).rejects.toMatchObject({ code: 'changed' });
    const decision = {
      tool: 'look',
      definitionHash: first?.definitionHash ?? '',
      decision: 'accept',
    } as const;
    await expect(decideTool(context, 'crm', decision)).rejects.toMatchObject({ code: 'changed' });
    await expect(vouch(context, 'nobody', [])).rejects.toMatchObject({ code: 'not_found' });
    expect((await told()).map(({ change }) => change)).toEqual(['added']);
  });

  it('a change is shown field by field, and accepted or kept off', async () => {
    const context = acting();
    await vouch(context, 'crm', seen(await addServer(context, added(), SECRET)));
    const inputSchema = { type: 'object', properties: { all: { type: 'boolean' } } };
    tools = [
      plainTool('look', { annotations: { readOnlyHint: true }, inputSchema, title: 'Look around' }),
      plainTool('new'),
    ];
    const view = await tryServer(context, 'crm');
    expect(view).toMatchObject({ waiting: 2, servers: [{ waiting: 2 }] });
    const changed = reviewOf(view, 'look');
    expect(changed?.standing).toBe('changed');
    expect(changed?.changes).toContainEqual({
      field: 'title',
      before: 'look',
      now: 'Look around',
      weight: 'wording',
    });
    expect(changed?.changes).toContainEqual({
      field: 'inputSchema.properties.all',
      now: JSON.stringify({ type: 'boolean' }, null, 2),
      weight: 'loosened',
    });
    expect(reviewOf(view, 'new')?.standing).toBe('new');
    expect(await names(context)).toEqual([]);
    const hash = (tool: string) => ({ tool, definitionHash: reviewOf(view, tool)?.definitionHash ?? '' });
    const accepted = await decideTool(context, 'crm', { ...hash('look'), decision: 'accept' });
    expect(reviewOf(accepted, 'look')).toMatchObject({ standing: 'on', changes: [] });
    const off = await decideTool(context, 'crm', { ...hash('new'), decision: 'off' });
    expect(off.waiting).toBe(0);
    expect(await names(context)).toEqual(['look read-only']);
    // Vouching again does not turn on what was turned off.
    await vouch(context, 'crm', seen(off));
    expect(await names(context)).toEqual(['look read-only']);
    expect((await told()).map(({ change, tool = '' }) => `${change} ${tool}`).slice(3)).toEqual([
      ...['accepted look', 'off new', 'vouched ', 'looked '],
    ]);
  });

  it('what the operator\u2019s file says is not changed here', async () => {
    const context = acting([serverConfig('file', url, { trusted: true }), serverConfig('open', url)]);
    const view = await readServers(context);
    expect(view.servers.map(({ server, vouch: by, headers }) => [server, by, headers])).toEqual([
      ['file', { by: 'file' }, null],
      ['open', null, null],
    ]);
    await expect(addServer(context, added('file'), SECRET)).rejects.toMatchObject({ code: 'conflict' });
    await expect(removeServer(context, 'file')).rejects.toMatchObject({ code: 'conflict' });
    await expect(withdraw(context, 'file')).rejects.toMatchObject({ code: 'conflict' });
    await vouch(context, 'open', seen(view, 'open'));
    expect((await withdraw(context, 'open')).servers[1]?.vouch).toBeNull();
    await expect(withdraw(context, 'open')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['a program', { name: 'crm', url: 'stdio:node', headers: {} }],
    ['the name of our own', { ...added('amber') }],
    ['the name of our workspace', { ...added('workspace') }],
    ['a name of other characters', { ...added('a b') }],
    ['a password in the address', { ...added(), url: 'https://me:secret@crm.example.com/' }],
    ['a variable of ours', { ...added(), headers: { Authorization: ['$', '{PATH}'].join('') } }],
    ['a header of the protocol', { ...added(), headers: { 'Mcp-Session-Id': 'x' } }],
    ['a header that cannot be sent', { ...added(), headers: { 'X-Y': 'a\r\nZ: b' } }],
  ])('refuses %s', async (_what, entry) => {
    await expect(addServer(acting(), { ...entry, url: entry.url || url }, SECRET)).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(await told()).toEqual([]);
  });

  it.each([
    ...['http://localhost:4713/mcp', 'http://a.LOCALHOST./mcp', 'http://127.0.0.1/', 'http://2130706433/'],
    ...['https://10.0.0.1/mcp', 'http://[::1]:80/', 'http://[::ffff:192.168.1.1]/', 'http://169.254.1.1/'],
  ])('refuses %s, which is not reached without the setting', async (closed) => {
    const refused = addServer(acting(), { ...added(), url: closed }, SECRET, false);
    await expect(refused).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('AMBER_PRIVATE_SERVERS'),
    });
    expect(await told()).toEqual([]);
  });

  it('takes a name, wherever that may lead', async () => {
    const entry = { ...added(), url: 'http://crm.invalid/mcp' };
    expect((await addServer(acting(), entry, SECRET, false)).servers).toMatchObject([{ server: 'crm' }]);
  });

  it('a server that cannot be asked is neither vouched for nor lost', async () => {
    const context = acting();
    const gone = await addServer(context, { ...added(), url: 'http://127.0.0.1:9/mcp' }, SECRET);
    expect(gone.servers[0]).toMatchObject({ state: 'failed', tools: null, reviews: [] });
    expect(gone.servers[0]?.lastError?.message).toBeTruthy();
    await expect(vouch(context, 'crm', [])).rejects.toMatchObject({ code: 'unavailable' });
    await opened.db.delete(members).where(eq(members.userId, admin.userId));
    await expect(removeServer(context, 'crm')).rejects.toMatchObject({ code: 'forbidden' });
  });
});
