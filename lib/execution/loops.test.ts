/** A model that goes round in circles is stopped; one that waits for something is not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

describe.each(testDatabases)('circles on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let server: TestServer;
  let calls = 0;

  beforeAll(async () => {
    opened = await open();
    server = await startScriptedServer({
      list: () => ({
        tools: [
          plainTool('same', { annotations: READS }),
          plainTool('poll', { annotations: READS }),
          plainTool('tick', { annotations: READS, _meta: { 'amber/repeatable': true } }),
          plainTool('fail', { annotations: READS }),
          plainTool('much', { annotations: READS }),
        ],
      }),
      call: ({ message }, response) => {
        const name = String(message.params?.name);
        calls += 1;
        const structuredContent = { calls, text: 'x'.repeat(90_000) };
        if (name === 'much') return sendResult(response, message, { content: [], structuredContent });
        const text = name === 'poll' ? `waited ${calls} times` : 'nothing new';
        sendResult(response, message, { content: [{ type: 'text', text }], isError: name === 'fail' });
      },
    });
    harness = await RunHarness.open(opened, [serverConfig('s', server.url, { trusted: true })]);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  /** Has the model call one tool repeatedly, and returns how often it did and how the answer ends. */
  async function circle(tool: string) {
    calls = 0;
    const chatId = await harness.chat();
    harness.steps(...Array.from({ length: 6 }, () => ({ calls: [{ tool: `s__${tool}`, input: {} }] })), {
      text: 'Done.',
    });
    await harness.say(chatId, `Call ${tool}`);
    const answer = (await harness.messages(chatId)).at(-1);
    const notices = answer?.parts.filter((part) => part.type === 'data-notice').length;
    return { calls, notices, made: answer?.parts.filter(isCall).length, runs: await harness.runs(chatId) };
  }

  it('end with a message at the third same result', async () => {
    const ended = { calls: 3, notices: 1, made: 3, runs: ['done'] };
    expect(await circle('same')).toEqual(ended);
    expect(await circle('fail')).toEqual(ended);
  });

  it('are none where the result changes, or where a trusted tool says that it may be repeated', async () => {
    const all = { calls: 6, notices: 0, made: 6, runs: ['done'] };
    expect(await circle('poll')).toEqual(all);
    expect(await circle('tick')).toEqual(all);
  });

  it('are not needed to end an answer whose results are too large together', async () => {
    const chatId = await harness.chat();
    const step = { calls: Array.from({ length: 20 }, () => ({ tool: 's__much', input: {} })) };
    harness.steps(step, step, step, step, step, { text: 'Done.' });
    await harness.say(chatId, 'Much');
    const parts = (await harness.messages(chatId)).at(-1)?.parts ?? [];
    expect(parts.filter(isCall).length).toBe(60);
    expect(parts.filter((part) => part.type === 'data-notice')).toHaveLength(1);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });
});
