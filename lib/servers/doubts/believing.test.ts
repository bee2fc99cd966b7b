/**
 * Doubtful hints in the team's tools: the stricter reading counts, until an admin believes them, and only for that
 * tool.
 */
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createConnections } from '@/lib/connections/connect';
import { ownServer } from '@/lib/connections/own-server';
import { workspaceServer } from '@/lib/connections/own-workspace';
import { serverConfig, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { connectionsOf } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { Office } from '@/mcp/testing/office';
import { Folder } from '@/mcp/workspace/testing/folder';
import { decideTool, readServers, tryServer, vouch } from '../change-servers';
import { type DoubtedHint, doubtsOf } from './doubts';

const { start } = setUp();

describe.each(testDatabases)('hints in doubt on $name', ({ open }) => {
  let opened: OpenDatabase;
  let office: Office;
  let admin: Caller;
  let tools: Record<string, unknown>[];
  let url: string;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    office = await Office.open(opened.db);
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    tools = [plainTool('look', { annotations }), plainTool('delete_all', { annotations })];
    url = (await start(startScriptedServer({ list: () => ({ tools }) }))).url;
  });

  function acting(trusted = true, caller = admin, name = 'crm') {
    const servers = [serverConfig(name, url, { trusted })];
    return { db: opened.db, caller, connections: connectionsOf(opened.db, caller, servers) };
  }
  type Acting = ReturnType<typeof acting>;

  const reviewOf = async (context: Acting, tool = 'delete_all') => {
    const { servers } = await tryServer(context, 'crm');
    const review = servers[0]?.reviews.find(({ name }) => name === tool);
    if (!review) throw new Error(`There is no ${tool}.`);
    return review;
  };
  const believe = async (context: Acting, ...hints: DoubtedHint[]) => {
    const { definitionHash } = await reviewOf(context);
    return decideTool(context, 'crm', { tool: 'delete_all', definitionHash, decision: 'believe', hints });
  };
  const listed = async ({ connections }: Acting) => toolNamed(await connections.list(), 'delete_all');

  it('a doubted hint counts as absent, for that tool alone', async () => {
    const context = acting();
    const all = await context.connections.list();
    expect(toolNamed(all, 'look')).toMatchObject({ risk: 'read-only' });
    expect(toolNamed(all, 'delete_all')).toMatchObject({
      risk: 'destructive',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
    expect((await reviewOf(context)).doubts).toEqual([
      { hint: 'readOnlyHint', by: 'name', word: 'delete', isBelieved: false },
      { hint: 'destructiveHint', by: 'name', word: 'delete', isBelieved: false },
    ]);
    expect((await reviewOf(context, 'look')).doubts).toEqual([]);
  });

  it('an admin believes one hint or all of them, and takes that back; each is a receipt and another contract', async () => {
    const context = acting();
    const before = await listed(context);
    await believe(context, 'destructiveHint');
    const one = await listed(context);
    expect(one).toMatchObject({ risk: 'write', annotations: { readOnlyHint: false } });
    await believe(context, 'readOnlyHint', 'destructiveHint');
    const both = await listed(context);
    expect(both).toMatchObject({ risk: 'read-only' });
    // Another process reads it from the database, and an earlier listing is no longer current.
    expect(await listed(acting())).toMatchObject({ risk: 'read-only' });
    expect(context.connections.isCurrent(both)).toBe(true);
    await believe(context);
    expect(context.connections.isCurrent(both)).toBe(false);
    const after = await listed(context);
    expect(after).toMatchObject({ risk: 'destructive', contractHash: before.contractHash });
    expect(new Set([before, one, both].map(({ contractHash }) => contractHash)).size).toBe(3);
    const rows = await opened.db
      .select()
      .from(schema.receipts)
      .where(and(eq(schema.receipts.teamId, admin.teamId), eq(schema.receipts.kind, 'server changed')))
      .orderBy(asc(schema.receipts.id));
    const told = rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(told.map(({ change, believed }) => [change, believed]).slice(-3)).toEqual([
      ['believed', ['destructiveHint']],
      ['believed', ['readOnlyHint', 'destructiveHint']],
      ['doubted', []],
    ]);
    expect(told.at(-1)).toMatchObject({ tool: 'delete_all', person: { id: admin.userId } });
  });

  it('a tool that changes, if only in its words, makes the question anew', async () => {
    const context = acting();
    await believe(context, 'readOnlyHint', 'destructiveHint');
    expect(await listed(context)).toMatchObject({ risk: 'read-only' });
    tools = tools.map((tool) => ({ ...tool, description: 'Deletes nothing, really.' }));
    expect((await reviewOf(context)).doubts.map(({ isBelieved }) => isBelieved)).toEqual([false, false]);
    expect(await listed(context)).toMatchObject({ risk: 'destructive' });
    // Back in its original form: the earlier decision on it is not remembered.
    tools = tools.map((tool) => ({ ...tool, description: undefined }));
    await reviewOf(context);
    expect(await listed(context)).toMatchObject({ risk: 'destructive' });
  });

  it('it is said of what was seen, of hints in doubt, of a tool that is on, of a vouched server, by an admin', async () => {
    const context = acting();
    const { definitionHash } = await reviewOf(context);
    const decided = {
      tool: 'delete_all',
      definitionHash,
      decision: 'believe',
      hints: ['readOnlyHint'],
    } as const;
    const { id } = await office.addMember('member');
    const member = acting(true, { ...admin, userId: id });
    await expect(decideTool(member, 'crm', decided)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(believe(context, 'idempotentHint')).rejects.toMatchObject({ code: 'bad_request' });
    const other = { ...decided, definitionHash: 'f'.repeat(64) };
    await expect(decideTool(context, 'crm', other)).rejects.toMatchObject({ code: 'changed' });
    await decideTool(context, 'crm', { tool: 'delete_all', definitionHash, decision: 'off' });
    await expect(decideTool(context, 'crm', decided)).rejects.toMatchObject({ code: 'conflict' });
    const stranger = acting(false);
    await expect(decideTool(stranger, 'crm', decided)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('to vouch for a server answers no doubt, and nobody’s hints count where nobody vouches', async () => {
    const context = acting(false);
    const { reviews = [] } = (await readServers(context)).servers[0] ?? {};
    await vouch(
      context,
      'crm',
      reviews.map(({ name: tool, definitionHash }) => ({ tool, definitionHash })),
    );
    expect(await listed(context)).toMatchObject({ risk: 'destructive' });
    await believe(context, 'readOnlyHint', 'destructiveHint');
    expect(await listed(context)).toMatchObject({ risk: 'read-only' });
    await opened.db.delete(schema.serverVouches).where(eq(schema.serverVouches.teamId, admin.teamId));
    expect(await listed(context)).toMatchObject({ risk: 'destructive', trusted: false });
  });

  it('none of our own tools, nor of the workspace, would come into doubt', async () => {
    const folder = new Folder({ 'a.txt': 'hello' });
    const further = [workspaceServer(folder.workspace, admin.teamName, async () => opened.db)];
    const own = ownServer(() => office.context());
    const { tools: ours } = await createConnections({ own, further, servers: [] })
      .connectionsFor(admin)
      .list();
    folder.remove();
    expect(ours.length).toBeGreaterThan(40);
    expect(
      ours.flatMap((tool) =>
        doubtsOf({ ...tool, annotations: tool.declared }).map((doubt) => [tool.name, doubt]),
      ),
    ).toEqual([]);
  });
});
