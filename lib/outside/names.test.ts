/** Names that every plain object knows are tools of nobody: a client hears of them what it hears of any other name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import { OutsideHarness } from './testing/outside-harness';

describe.each(oneDatabase)('names of no tool on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.quiet();
    await harness.close();
    await opened.close();
  });

  async function called(method: string, name: string) {
    const { token } = await harness.token();
    const response = await fetch(harness.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name, arguments: {} } }),
    });
    return `${response.status} ${await response.text()}`.replaceAll(name, 'NAME');
  }

  it.each(['tools/call', 'prompts/get'])('are unknown to %s like any other', async (method) => {
    const unknown = await called(method, 'no_such_thing');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(await called(method, name), name).toBe(unknown);
  });
});
