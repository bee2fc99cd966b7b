/** Invalid arguments are refused with a clear message: on the page, and for the model that has to correct them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, limit: { type: 'number' } },
  required: ['path'],
};

describe.each(testDatabases)('arguments that do not fit, on $name', ({ open }) => {
  let files: TestServer;
  let harness: RunHarness;

  beforeAll(async () => {
    files = await startScriptedServer({ list: () => ({ tools: [plainTool('read', { inputSchema })] }) });
    harness = await RunHarness.open(await open(), [serverConfig('files', files.url)], {});
  });
  afterAll(async () => {
    await files.close();
    await harness.opened.close();
  });

  it('are told to the person and to the model by their names, without any words of a library', async () => {
    const chatId = await harness.chat();
    harness.prompts.length = 0;
    harness.steps({ calls: [{ tool: 'files__read', input: { limit: 'many' } }] }, { text: 'I see.' });
    await harness.say(chatId, 'Use the files tool read');
    const page = JSON.stringify((await harness.messages(chatId)).at(-1));
    const told = JSON.stringify(harness.prompts[1]?.prompt);
    for (const text of [page, told]) {
      expect(text).toContain(String.raw`\"path\" is missing; \"limit\" must be a number`);
      expect(text).not.toMatch(/AI_|Type validation failed|Invalid input for tool|Error message/);
    }
    expect(files.received.filter(({ message }) => message.method === 'tools/call')).toEqual([]);
  });
});
