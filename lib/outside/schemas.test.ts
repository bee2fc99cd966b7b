/** The schemas for other clients name no dialect: some look it up, and refuse a tool because of one they lack. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { OutsideHarness } from './testing/outside-harness';

let opened: OpenDatabase;
let harness: OutsideHarness;

beforeAll(async () => {
  const [embedded] = testDatabases;
  if (!embedded) throw new Error('There is no database to test on.');
  opened = await embedded.open();
  harness = await OutsideHarness.open(opened);
});
afterAll(async () => {
  await harness.close();
  await opened.close();
});

/** The response to `tools/list`, as it is on the wire. */
async function listed(): Promise<{ name: string; inputSchema: object; outputSchema: object }[]> {
  const { token } = await harness.token();
  const { host } = new URL(harness.url);
  const accept = 'application/json, text/event-stream';
  const headers = { host, accept, 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const response = await harness.outside.handle(new Request(harness.url, { method: 'POST', headers, body }));
  const text = await response.text();
  const json = text.startsWith('{') ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  return JSON.parse(json ?? '').result.tools;
}

test('no tool names one, and otherwise they are those of our own listing', async () => {
  const tools = await listed();
  expect(tools.length).toBeGreaterThan(20);
  expect(JSON.stringify(tools)).not.toContain('$schema');
  const own = (await harness.harness.connectionsFor(harness.harness.admin).list()).tools;
  const byName = new Map(own.filter(({ server }) => server === OWN_SERVER).map((tool) => [tool.name, tool]));
  for (const { name, inputSchema, outputSchema } of tools) {
    const { $schema, ...rest } = byName.get(name)?.inputSchema ?? {};
    expect(inputSchema, name).toEqual(rest);
    // Grants are bound to the declaration that our own client gets: that has not changed.
    expect($schema, name).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(outputSchema, name).toMatchObject({ type: 'object' });
  }
});
