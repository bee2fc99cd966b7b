/** Every tool of ours that has an inverse is undone exactly, and refused if anything has changed since. */

import { eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { newId } from '@/db/ids';
import { KEPT_TABLES, type KeptTable, REFERENCES } from '@/db/queries/kept-changes';
import { keptChanges } from '@/db/schema/ledger';
import { testDatabases } from '@/db/testing/databases';
import { fingerprint } from '@/db/testing/fingerprint';
import type { CallContext } from '@/mcp/context';
import type { Preview, ToolDefinition } from '@/mcp/define-tool';
import { runTool } from '@/mcp/result';
import { scopesOf } from '@/mcp/scopes';
import { undoArguments } from '@/mcp/serving/undo';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { demoCases } from '@/mcp/testing/demo-cases';
import { tools } from '../index';
import { takeBack, takeBackPreview, takeBackRisk } from './take-back';

const changing = tools.filter((tool) => !tool.annotations.readOnlyHint && tool !== takeBack);
const withInverse = changing.filter(({ undo }) => undo);

test('what has no inverse is what leaves the house, or ends something for good', () => {
  const without = changing.filter(({ undo }) => !undo).map(({ name }) => name);
  const why = 'Say `undo` with the tool, or list it here: then its card says that it cannot be taken back';
  expect(without.sort(), why).toEqual(
    ['close_account', 'finalize_invoice', 'invoice_send', 'team_member_invite', 'team_member_remove'].sort(),
  );
});

test('who refers to what is kept is known', () => {
  const found = (Object.keys(KEPT_TABLES) as KeptTable[]).flatMap((name) =>
    getTableConfig(KEPT_TABLES[name]).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const to = Object.entries(KEPT_TABLES).find(([, table]) => table === foreignTable)?.[0];
      return to ? [`${to} < ${name}.${columns[0]?.name}`] : [];
    }),
  );
  const known = Object.entries(REFERENCES).flatMap(([to, of]) =>
    of.map(([name, column]) => `${to} < ${name}.${column.name}`),
  );
  expect(known.sort()).toEqual(found.sort());
});

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: OpenDatabase;
  let context: CallContext;

  beforeAll(async () => {
    database = await open();
    await loadDemo(database.db, new Date());
    context = await demoAdmin(database.db);
  });
  afterAll(() => database?.close());

  /** Every table, except the records of the calls, and the invoice numbers, of which none is reused. */
  const print = async () => {
    const {
      effects: _,
      kept_changes: __,
      receipts: ___,
      receipt_links: ____,
      teams: _____,
      ...rest
    } = await fingerprint(database.db);
    return rest;
  };
  async function call(tool: ToolDefinition, input: unknown, of: Partial<CallContext> = {}) {
    const callId = newId('call');
    const { isError, content, structuredContent } = await runTool(tool, input, { ...context, ...of, callId });
    const [part] = content;
    return {
      callId,
      isError: isError ?? false,
      text: part?.type === 'text' ? part.text : '',
      structuredContent,
    };
  }
  async function done(tool: ToolDefinition) {
    const input = await demoCases[tool.name]?.(context);
    const made = await call(tool, input);
    expect(made.isError, made.text).toBe(false);
    return made;
  }
  const back = (callId: string, of: Partial<CallContext> = {}) => call(takeBack, { callId }, of);

  test.each(withInverse)('$name: after the call and its inverse everything is as it was', async (tool) => {
    const before = await print();
    const made = await done(tool);
    const after = await print();
    expect(after).not.toEqual(before);
    const { when } = tool.undo ?? {};
    const hint = { tool: takeBack.name, arguments: { callId: '$call' }, ...(when && { when }) };
    const input = { id: made.callId, input: {}, result: made.structuredContent };
    expect(undoArguments(hint, input)).toEqual({ callId: made.callId });
    const told = (await call(takeBackPreview, { callId: made.callId })).structuredContent as Preview;
    expect(told.lines.length).toBeGreaterThan(0);
    expect(await print()).toEqual(after);
    const undone = await back(made.callId);
    expect(undone, undone.text).toMatchObject({ isError: false });
    expect(await print()).toEqual(before);
    // The undo itself can be undone once: then the original call is in effect again, and the undo of its inverse is
    // not.
    expect((await back(made.callId)).text).toContain('taken back already');
    const again = await back(undone.callId);
    expect(again, again.text).toMatchObject({ isError: false });
    expect(await print()).toEqual(after);
    expect((await back(again.callId)).text).toContain('cannot be taken back again');
    const last = await back(made.callId);
    expect(last, last.text).toMatchObject({ isError: false });
    expect(await print()).toEqual(before);
  });

  test('what changed nothing cannot be taken back', async () => {
    const tool = changing.find(({ name }) => name === 'customer_create') as ToolDefinition;
    const made = await call(tool, { name: 'halden optics' });
    expect(made.structuredContent).toMatchObject({ created: false });
    const hint = { tool: takeBack.name, arguments: { callId: '$call' }, ...tool.undo };
    expect(
      undoArguments(hint, { id: made.callId, input: {}, result: made.structuredContent }),
    ).toBeUndefined();
    expect((await back(made.callId)).text).toContain('changed nothing');
  });

  test('what was created stays while something refers to it', async () => {
    const named = (name: string) => changing.find((tool) => tool.name === name) as ToolDefinition;
    const customer = await call(named('customer_create'), { name: `Orla ${newId('x')}` });
    const { id } = (customer.structuredContent as { customer: { id: string } }).customer;
    const order = await call(named('order_create'), {
      customerId: id,
      reference: newId('r').slice(0, 30),
      total: '5.00',
    });
    expect((await back(customer.callId)).text).toContain('refers to what this call created');
    expect((await back(order.callId)).isError).toBe(false);
    expect((await call(takeBackRisk, { callId: customer.callId })).structuredContent).toMatchObject({
      destructiveHint: true,
    });
    expect((await back(customer.callId)).isError).toBe(false);
  });

  test('nobody else takes it back: not another team, nor whose role may not change such records', async () => {
    const made = await done(changing.find(({ name }) => name === 'customer_update') as ToolDefinition);
    const other = await back(made.callId, { teamId: newId('team') });
    expect(other.text).toContain('Nothing of this call is kept');
    const viewer = await back(made.callId, { scopes: scopesOf('viewer') });
    expect(viewer.text).toContain('Your role does not allow');
    expect((await back(made.callId)).isError).toBe(false);
  });

  /** The row that the call is about, before and after the call: rows that others refer to come first. */
  async function mainRow(callId: string) {
    const rows = await database.db.select().from(keptChanges).where(eq(keptChanges.callId, callId));
    const sorted = rows.sort((one, other) => one.seq - other.seq);
    const name = (Object.keys(KEPT_TABLES) as KeptTable[]).find((table) =>
      sorted.some((row) => row.table === table),
    );
    const [first] = sorted.filter(({ table }) => table === name);
    const same = sorted.filter(({ table, key }) => table === name && key === first?.key);
    if (!first || !name) throw new Error('Nothing is kept.');
    return { table: name, key: first.key, before: first.before, after: same.at(-1)?.after ?? null };
  }
  type MainRow = Awaited<ReturnType<typeof mainRow>>;

  /** Another person's change of that row meanwhile: an update, or the re-creation of a deleted row. */
  const change = ({ table, key, before, after }: MainRow) => {
    const there = sql.identifier(table);
    const time = sql.identifier(table === 'facts' ? 'created_at' : 'updated_at');
    return database.db.execute(
      after === null
        ? sql`insert into ${there} select * from json_populate_record(null::${there}, ${JSON.stringify(before)}::json) on conflict do nothing`
        : sql`update ${there} set ${time} = ${time} + interval '1 second' where id = ${key}`,
    );
  };

  /** Reverts such changes, so that the rest can be compared: the row as it was then, or none. */
  async function set({ table, key }: MainRow, row: unknown) {
    const there = sql.identifier(table);
    if (row === null) await database.db.execute(sql`delete from ${there} where id = ${key}`);
    else {
      const columns = Object.values(getTableConfig(KEPT_TABLES[table]).columns);
      const all = sql.join(
        columns.map(({ name }) => sql.identifier(name)),
        sql`, `,
      );
      await database.db.execute(sql`update ${there} set (${all}) =
        (select ${all} from json_populate_record(null::${there}, ${JSON.stringify(row)}::json)) where id = ${key}`);
    }
  }

  test.each(['customer_update', 'order_update_status', 'category_update', 'transaction_categorize'])(
    '%s: among twenty concurrent changes it is refused and changes nothing, or comes first',
    async (name) => {
      const tool = changing.find((one) => one.name === name) as ToolDefinition;
      const before = await print();
      const made = await done(tool);
      const after = await print();
      const row = await mainRow(made.callId);
      const changes = Array.from({ length: 20 }, () => change(row));
      const [undone] = await Promise.all([back(made.callId), ...changes]);
      if (undone.isError) expect(undone.text).toContain('has been changed since. Nothing was taken back.');
      // Whichever was first: by now it is undone, or the record differs from what the call left.
      expect((await back(made.callId)).isError).toBe(true);
      await set(row, undone.isError ? row.after : row.before);
      expect(await print()).toEqual(undone.isError ? after : before);
      if (undone.isError) expect(await back(made.callId)).toMatchObject({ isError: false });
      expect(await print()).toEqual(before);
    },
  );

  test.each(withInverse)(
    '$name: behind a change, and among twenty more, it changes nothing',
    async (tool) => {
      const before = await print();
      const made = await done(tool);
      const after = await print();
      const row = await mainRow(made.callId);
      await change(row);
      const changes = Array.from({ length: 20 }, () => change(row));
      const [undone] = await Promise.all([back(made.callId), ...changes]);
      expect(undone).toMatchObject({ isError: true });
      expect(undone.text).toContain('has been changed since. Nothing was taken back.');
      await set(row, row.after);
      expect(await print()).toEqual(after);
      // In the state that the call left it can be undone.
      expect(await back(made.callId)).toMatchObject({ isError: false });
      expect(await print()).toEqual(before);
    },
  );
});
