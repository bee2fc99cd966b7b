/**
 * Calls that take long: their progress reaches followers and is not stored, one is stopped and the answer continues.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { LONG_SERVERS, type Long } from '@/lib/connections/testing/long-servers';
import { driveRun } from '@/lib/runs/drive';
import { readLog } from '@/lib/runs/follow/event-log';
import type { Live } from '@/lib/runs/follow/live';
import { readChat } from '@/lib/runs/read-chats';
import { CALL_STOPPED, stopCall, stopOnRequest } from '@/lib/runs/stop';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const FOREVER: Long = { says: 'progress', everyMs: 30, times: 0 };

describe.each(testDatabases)('a long call on $name', ({ open }) => {
  let harness: RunHarness;
  let opened: Awaited<ReturnType<typeof open>>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    stopOnRequest();
    opened = await open();
    const start = LONG_SERVERS['Streamable HTTP'] as (typeof LONG_SERVERS)[string];
    const server = await start({ trusted: true, timeoutMs: 60_000 });
    close = server.close;
    harness = await RunHarness.open(opened, [server.config]);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await close();
    await opened.close();
  });

  /** Has the model call the tool, and answer afterwards. */
  async function begin(tool: string, input: Long) {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: `s__${tool}`, input }] }, { text: 'Then this.' });
    const begun = await harness.begin(chatId, { id: newId('msg'), text: `s ${tool}` });
    const live = driveRun(harness.deps, harness.admin, begun);
    return { chatId, live, run: begun.run };
  }

  const records = ({ chunks }: Live) =>
    chunks.flatMap((chunk) => (chunk.type === 'data-call' ? [chunk.data] : []));
  const partsOf = async (chatId: string) => {
    const chat = await readChat(opened.db, harness.admin, chatId);
    return chat?.messages.at(-1)?.parts ?? [];
  };
  const callOf = async (chatId: string) => {
    const [row] = await opened.db.select().from(schema.calls).where(eq(schema.calls.chatId, chatId));
    return row;
  };
  async function running(live: Live): Promise<string> {
    await expect.poll(() => records(live).some(({ progress }) => progress), { timeout: 60_000 }).toBe(true);
    return records(live)[0]?.toolCallId ?? '';
  }

  it('tells its progress to whoever follows, in this process or another, and keeps none of it', async () => {
    const { chatId, live, run } = await begin('work', { says: 'progress', everyMs: 100, times: 20 });
    await running(live);
    // Every other process and every reload reads it from the log.
    const logged = async () =>
      (await readLog(opened.db, run)).some((chunk) => chunk.type === 'data-call' && chunk.data.progress);
    await expect.poll(logged, { timeout: 60_000 }).toBe(true);
    expect(records(live).at(-1)).toMatchObject({
      deadlineMs: 600_000,
      progress: { total: 20, message: expect.stringMatching(/^part \d+$/) },
    });
    await live.done;
    const [told] = (await partsOf(chatId)).flatMap((part) => (part.type === 'data-call' ? [part.data] : []));
    expect(told).toMatchObject({ outcome: 'success' });
    expect(told).not.toHaveProperty('progress');
    // 20 were sent: the reports are throttled.
    expect(records(live).filter(({ progress }) => progress).length).toBeLessThan(20);
  });

  it('keeps the newest lines that its server wrote to its log', async () => {
    const { chatId, live } = await begin('work', { says: 'log', everyMs: 20, times: 30 });
    await live.done;
    const logs = (await partsOf(chatId)).flatMap((part) =>
      part.type === 'data-call-log' ? [part.data] : [],
    );
    expect(logs).toHaveLength(1);
    expect(logs[0]?.lines.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, place) => `part ${place + 11}`),
    );
    expect(logs[0]?.toolCallId).toBe(records(live)[0]?.toolCallId);
  });

  it('that only reads ends at a stop of its own, and the answer goes on without it', async () => {
    const { chatId, live } = await begin('watch', FOREVER);
    const toolCallId = await running(live);
    expect(await stopCall(opened.db, harness.admin, chatId, toolCallId)).toEqual({ stopped: true });
    await live.done;
    expect(await callOf(chatId)).toMatchObject({ status: 'abort', error: CALL_STOPPED, attempts: 1 });
    const words = (await partsOf(chatId)).flatMap((part) => (part.type === 'text' ? [part.text] : []));
    expect(words).toEqual(['Then this.']);
    expect(await stopCall(opened.db, harness.admin, chatId, toolCallId)).toEqual({ stopped: false });
  });

  it('that may have done something is unknown after a stop, and a person has to look', async () => {
    const { chatId, live } = await begin('work', FOREVER);
    const toolCallId = await running(live);
    await stopCall(opened.db, harness.admin, chatId, toolCallId);
    await live.done;
    expect(await callOf(chatId)).toMatchObject({ status: 'unknown', error: CALL_STOPPED, attempts: 1 });
    const sent = (await callOf(chatId))?.dispatchedAt?.toISOString() ?? 'never';
    const text = expect.stringContaining('had not answered when it was stopped.');
    const card = { sentAt: sent, attempts: 1, stopped: true, text };
    // Both the live view and the stored one.
    const shown = live.chunks.flatMap((chunk) => (chunk.type === 'data-doubt' ? [chunk.data] : []));
    expect([...shown, ...(await harness.unknownCalls(chatId))]).toMatchObject([card, card]);
  });

  it('is stopped by nobody but the owner of its chat', async () => {
    const { chatId, live } = await begin('watch', FOREVER);
    const toolCallId = await running(live);
    const stranger = { ...harness.admin, userId: newId('user'), teamId: newId('team') };
    await expect(stopCall(opened.db, stranger, chatId, toolCallId)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await callOf(chatId)).toMatchObject({ status: 'dispatched' });
    await stopCall(opened.db, harness.admin, chatId, toolCallId);
    await live.done;
  });

  it('that is not under way is not stopped', async () => {
    const chatId = await harness.chat();
    expect(await stopCall(opened.db, harness.admin, chatId, 'none')).toEqual({ stopped: false });
    const { runs } = schema;
    const here = and(eq(runs.chatId, chatId), eq(runs.status, 'running'));
    expect(await opened.db.$count(runs, here)).toBe(0);
  });
});
