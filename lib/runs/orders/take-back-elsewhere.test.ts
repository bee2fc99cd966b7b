/**
 * The inverse named by another server is called through the same gate, once, with the arguments from the ledger; and
 * kept states of our own records are deleted in time.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import { type RealServer, startMcpServer } from '@/lib/connections/testing/mcp-server';
import { forgetAnswers } from '@/lib/store/call-media';
import { deleteOldChanges } from '@/lib/store/conversation/undoing';
import { driveRun } from '../drive';
import { RunHarness } from '../testing/run-harness';
import { beginTakingBack, findToTakeBack } from './take-back';

const { calls, customers, keptChanges } = schema;
const HINT = { tool: 'note_remove', arguments: { id: '$result.id', by: '$call', why: 'taken back' } };

describe.each(testDatabases.slice(0, 1))('taking back elsewhere, on $name', ({ open }) => {
  let harness: RunHarness;
  let notes: RealServer;
  let close: () => Promise<void>;
  const executed: { tool: string; input: unknown }[] = [];

  beforeAll(async () => {
    notes = await startMcpServer((server) => {
      const answer = (tool: string, input: unknown) => {
        executed.push({ tool, input });
        return { content: [], structuredContent: { id: 'n7' } };
      };
      const annotations = {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      };
      server.registerTool(
        'note_add',
        { annotations, inputSchema: z.object({ text: z.string() }), _meta: { 'amber/undo': HINT } },
        (input) => answer('note_add', input),
      );
      server.registerTool(
        'note_remove',
        {
          annotations: { ...annotations, destructiveHint: true },
          inputSchema: z.object({ id: z.string(), by: z.string(), why: z.string() }),
          _meta: { 'amber/companion': true },
        },
        (input) => answer('note_remove', input),
      );
    });
    const opened = await open();
    harness = await RunHarness.open(opened, [
      serverConfig('notes', notes.url, { trusted: true }),
      serverConfig('stranger', notes.url, { trusted: false }),
    ]);
    await harness.connectionsFor(harness.admin).list({ waitFor: ['notes', 'stranger'] });
    close = () => Promise.all([harness.closeConnections(), opened.close(), notes.close()]).then(() => {});
  });
  afterAll(() => close());

  const db = () => harness.deps.db;
  async function called(tool: string, input: object): Promise<string> {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool, input }] }, { text: 'Done.' });
    await harness.say(chatId, 'Do it');
    for (const { id } of await harness.cards(chatId, 'pending')) await harness.decide(id, 'confirm');
    const [row] = await db().select().from(calls).where(eq(calls.chatId, chatId)).orderBy(desc(calls.seq));
    expect(row).toMatchObject({ status: 'success' });
    return row?.id ?? '';
  }
  async function begin(callId: string) {
    const found = await findToTakeBack(db(), harness.admin, callId);
    const of = { db: db(), caller: harness.admin, connections: harness.connectionsFor(harness.admin) };
    return beginTakingBack(of, found, { text: 'Take it back', all: false });
  }

  it('is asked about as what it is, and called with what the call holds', async () => {
    const callId = await called('notes__note_add', { text: 'Hello' });
    const claimed = await begin(callId);
    await driveRun(harness.deps, harness.admin, claimed).done;
    const [card] = await harness.cards(claimed.run.chatId, 'pending');
    const input = { id: 'n7', by: callId, why: 'taken back' };
    expect(card).toMatchObject({
      server: 'notes',
      tool: 'note_remove',
      risk: 'destructive',
      reversible: false,
      input,
    });
    await harness.decide(card?.id ?? '', 'confirm');
    expect(executed).toMatchObject([{ tool: 'note_add' }, { tool: 'note_remove', input }]);
    await expect(begin(callId)).rejects.toMatchObject({ code: 'conflict' });
    expect(JSON.stringify(harness.prompts.map(({ tools }) => tools))).not.toContain('notes__note_remove');
  });

  it('is nothing at a server that nobody vouches for', async () => {
    const callId = await called('stranger__note_add', { text: 'Hello' });
    await expect(begin(callId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of ours is over after its time, and once the chat is erased', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const old = await called('customer_update', { customerId: id, phone: '2' });
    const erased = await called('customer_update', { customerId: id, city: 'Lund' });
    const kept = async (callId: string) =>
      (await db().select().from(keptChanges).where(eq(keptChanges.callId, callId))).length;
    expect([await kept(old), await kept(erased)]).toEqual([1, 1]);
    await db()
      .update(keptChanges)
      .set({ at: sql`now() - interval '31 days'` })
      .where(eq(keptChanges.callId, old));
    expect(await deleteOldChanges(db(), 30, 500)).toBe(false);
    const [row] = await db().select().from(calls).where(eq(calls.id, erased));
    await forgetAnswers(db(), row?.chatId ?? '');
    expect([await kept(old), await kept(erased)]).toEqual([0, 0]);
    const claimed = await begin(old);
    await driveRun(harness.deps, harness.admin, claimed).done;
    expect(JSON.stringify(await harness.messages(claimed.run.chatId))).toContain(
      'Nothing of this call is kept',
    );
    expect((await db().select().from(customers).where(eq(customers.id, id)))[0]).toMatchObject({
      phone: '2',
    });
  });
});
