/**
 * Which tool shows the records of another: proposed by names, off until an admin accepts it, and only for the tool in
 * its current form.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { connectionsOf } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { Office } from '@/mcp/testing/office';
import { decideTool, tryServer } from '../change-servers';
import type { ShownRecord } from './shown-record';

const { start } = setUp();
const takes = (properties: object, ...required: string[]) => ({
  inputSchema: { type: 'object', properties, required },
});
const text = { type: 'string' };
const TOOLS = [
  plainTool('get_note', { annotations: READ_ONLY, ...takes({ id: text, deep: { type: 'boolean' } }, 'id') }),
  plainTool('get_chart', { annotations: READ_ONLY, ...takes({ id: text }, 'id') }),
  plainTool('far_note', { annotations: { ...READ_ONLY, openWorldHint: true }, ...takes({ id: text }, 'id') }),
  plainTool('update_note', {
    annotations: DESTRUCTIVE,
    ...takes({ noteId: text, times: { type: 'number' } }, 'noteId'),
  }),
];
const RECORD: ShownRecord = { tool: 'get_note', arguments: { id: '$input.noteId' } };

describe.each(testDatabases)('records that an admin says, on $name', ({ open }) => {
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
    tools = TOOLS;
    url = (await start(startScriptedServer({ list: () => ({ tools }) }))).url;
  });

  const acting = (trusted = true, caller = admin) => ({
    db: opened.db,
    caller,
    connections: connectionsOf(opened.db, caller, [serverConfig('crm', url, { trusted })]),
  });
  type Acting = ReturnType<typeof acting>;
  const reviewOf = async (context: Acting) => {
    const { servers } = await tryServer(context, 'crm');
    const review = servers[0]?.reviews.find(({ name }) => name === 'update_note');
    if (!review) throw new Error('There is no such tool.');
    return review;
  };
  const record = async (context: Acting, said: ShownRecord | null) => {
    const { definitionHash } = await reviewOf(context);
    return decideTool(context, 'crm', {
      tool: 'update_note',
      definitionHash,
      decision: 'record',
      record: said,
    });
  };
  const listed = async ({ connections }: Acting) => toolNamed(await connections.list(), 'update_note');

  it('what fits by its names is proposed, and is off until an admin takes it', async () => {
    const context = acting();
    expect(await reviewOf(context)).toMatchObject({ record: null, proposed: [RECORD] });
    const before = await listed(context);
    expect(before).not.toHaveProperty('record');
    await record(context, RECORD);
    const after = await listed(context);
    expect(after).toMatchObject({ record: RECORD, contractHash: before.contractHash });
    // Pending cards were shown without it.
    expect(after.definitionHash).not.toBe(before.definitionHash);
    expect(context.connections.isCurrent(after)).toBe(true);
    expect(await listed(acting())).toMatchObject({ record: RECORD });
    expect(await reviewOf(context)).toMatchObject({ record: { ...RECORD, by: 'admin' }, proposed: [] });
    await record(context, null);
    expect(context.connections.isCurrent(after)).toBe(false);
    expect(await listed(context)).toMatchObject({ definitionHash: before.definitionHash });
    const rows = await opened.db
      .select()
      .from(schema.receipts)
      .where(and(eq(schema.receipts.teamId, admin.teamId), eq(schema.receipts.kind, 'server changed')));
    const told = rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(told).toContainEqual(
      expect.objectContaining({ change: 'recorded', record: RECORD, tool: 'update_note' }),
    );
  });

  it('holds for the tool as it was: one that changes, if only in its words, shows nothing any more', async () => {
    const context = acting();
    await record(context, RECORD);
    tools = TOOLS.map((tool) =>
      tool.name === 'update_note' ? { ...tool, description: 'Other words.' } : tool,
    );
    await reviewOf(context);
    expect(await listed(context)).not.toHaveProperty('record');
    tools = TOOLS;
    await reviewOf(context);
    expect(await listed(context)).not.toHaveProperty('record');
  });

  it('is not shown by a tool that is gone, or that does more than read by now', async () => {
    const context = acting();
    await record(context, RECORD);
    tools = TOOLS.map((tool) => (tool.name === 'get_note' ? { ...tool, annotations: DESTRUCTIVE } : tool));
    await reviewOf(context);
    expect(await listed(context)).not.toHaveProperty('record');
  });

  it.each<[string, ShownRecord]>([
    ['a tool that is not there', { tool: 'nobody', arguments: {} }],
    ['a tool that changes something', { tool: 'update_note', arguments: { noteId: '$input.noteId' } }],
    ['a tool that brings words from outside', { tool: 'far_note', arguments: { id: '$input.noteId' } }],
    ['without what it needs', { tool: 'get_note', arguments: {} }],
    [
      'with what it does not take',
      { tool: 'get_note', arguments: { id: '$input.noteId', all: '$input.noteId' } },
    ],
    ['of what the tool does not take', { tool: 'get_note', arguments: { id: '$input.other' } }],
    ['of another kind', { tool: 'get_note', arguments: { id: '$input.times' } }],
    ['of what no schema has', { tool: 'get_note', arguments: { id: '$input.constructor' } }],
  ])('is checked against both schemas: not %s', async (_what, said) => {
    const context = acting();
    await expect(record(context, said)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await listed(context)).not.toHaveProperty('record');
  });

  it('is an admin’s word, of what was seen, of a vouched server', async () => {
    const { id } = await office.addMember('member');
    const { definitionHash } = await reviewOf(acting());
    const decided = { tool: 'update_note', definitionHash, decision: 'record', record: RECORD } as const;
    const member = acting(true, { ...admin, userId: id });
    await expect(decideTool(member, 'crm', decided)).rejects.toMatchObject({ code: 'forbidden' });
    const other = { ...decided, definitionHash: 'f'.repeat(64) };
    await expect(decideTool(acting(), 'crm', other)).rejects.toMatchObject({ code: 'changed' });
    await expect(decideTool(acting(false), 'crm', decided)).rejects.toMatchObject({ code: 'conflict' });
  });
});
