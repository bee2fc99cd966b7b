/**
 * Connected servers through the gateway: a real server that records, real clients of both revisions, a real database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { ServerConfig } from '@/lib/transport/server-config';
import { OutsideHarness } from '../testing/outside-harness';
import { changeToken } from './change';

const REMOTE = fileURLToPath(new URL('../../../node_modules/mcp-remote/dist/proxy.js', import.meta.url));
const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

describe.each(testDatabases)('the gateway on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let known: TestServer;
  let unknown: TestServer;
  let tools: Record<string, unknown>[];
  let configs: ServerConfig[];
  let result: object;

  beforeAll(async () => {
    opened = await open();
    tools = [plainTool('read', { annotations: READS }), plainTool('drop')];
    const start = () =>
      startScriptedServer({
        list: () => ({ tools }),
        call: ({ message }, response) => sendResult(response, message, result),
      });
    known = await start();
    unknown = await start();
    configs = [serverConfig('known', known.url, { trusted: true }), serverConfig('unknown', unknown.url)];
    harness = await OutsideHarness.open(opened, undefined, undefined, undefined, undefined, () => ({
      servers: configs,
      problems: [],
    }));
  });
  beforeEach(() => {
    result = { content: [{ type: 'text', text: 'done' }] };
    known.received.length = 0;
    unknown.received.length = 0;
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await Promise.all([harness.close(), known.close(), unknown.close()]);
    await opened.close();
  });

  const grant = (...names: string[]) =>
    configs.filter(({ name }) => names.includes(name)).map(({ name, url }) => ({ name, url }));
  const tokenFor = (...names: string[]) =>
    harness.token(harness.harness.admin, 'Laptop', ['customers.read'], grant(...names));
  const textOf = (answer: object) => JSON.stringify(Reflect.get(answer, 'content'));

  test('a token that names none lists and reaches none', async () => {
    const { token } = await tokenFor();
    const client = await harness.client(token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('search_tools');
    expect(names.filter((name) => name.includes('__'))).toEqual([]);
    const answer = await client.callTool({ name: 'known__read', arguments: {} }).catch(String);
    expect(JSON.stringify(answer)).toMatch(/not found|does not exist/i);
    expect(callsOf(known)).toEqual([]);
    await client.close();
  });

  describe.each(['auto', 'legacy'] as const)('%s', (mode) => {
    test('tools stand behind our own, with what was resolved and not what was declared', async () => {
      const { token } = await tokenFor('known', 'unknown');
      const client = await harness.client(token, mode);
      const listed = (await client.listTools()).tools;
      const at = (name: string) => listed.findIndex((tool) => tool.name === name);
      expect(at('customers_list')).toBeLessThan(at('search_tools'));
      expect(at('search_tools')).toBeLessThan(at('known__read'));
      expect(listed[at('known__read')]?.annotations).toMatchObject({
        readOnlyHint: true,
        destructiveHint: false,
      });
      expect(listed[at('unknown__read')]?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      });
      expect(listed[at('unknown__read')]?.description).toContain('nobody has vouched');
      await client.close();
    });

    test('a trusted read runs at once, by its own name, and stands in the ledger', async () => {
      const { token, id } = await tokenFor('known');
      const client = await harness.client(token, mode);
      result = { content: [{ type: 'text', text: 'found' }], structuredContent: { rows: [1] } };
      const answer = await client.callTool({ name: 'known__read', arguments: { q: 1 } });
      expect(answer).toMatchObject({
        content: [{ type: 'text', text: 'found' }],
        structuredContent: { rows: [1] },
      });
      expect(callsOf(known)).toMatchObject([{ message: { params: { name: 'read', arguments: { q: 1 } } } }]);
      const { calls, runs } = schema;
      const rows = await harness.db
        .select({ tool: calls.tool, server: calls.server, status: calls.status })
        .from(calls)
        .innerJoin(runs, eq(runs.id, calls.runId))
        .where(eq(runs.tokenId, id));
      expect(rows).toEqual([{ tool: 'read', server: 'known', status: 'success' }]);
      await client.close();
    });

    test('what an unknown server calls a read waits for a person', async () => {
      const { token } = await tokenFor('unknown');
      const client = await harness.client(token, mode);
      const answering = client.callTool({ name: 'unknown__read', arguments: { q: 2 } });
      const card = await harness.card();
      expect(card).toMatchObject({ server: 'unknown', tool: 'read', input: { q: 2 } });
      expect(callsOf(unknown)).toEqual([]);
      await harness.harness.decide(card.id, 'confirm');
      expect(textOf(await answering)).toContain('done');
      expect(callsOf(unknown)).toHaveLength(1);
      const again = client.callTool({ name: 'unknown__read', arguments: { q: 3 } });
      const next = await harness.card();
      await harness.harness.decide(next.id, 'cancel', 'Not this');
      expect(textOf(await again)).toContain('Not this');
      expect(callsOf(unknown)).toHaveLength(1);
      await client.close();
    });

    test('a server taken away is gone at once: from the list, from calls, and where one waits', async () => {
      const { token, id } = await tokenFor('known', 'unknown');
      const client = await harness.client(token, mode);
      const answering = client.callTool({ name: 'unknown__drop', arguments: { mode } });
      const card = await harness.card();
      await changeToken(harness.db, harness.harness.admin, id, { servers: grant('known') });
      expect(textOf(await answering)).toContain('may not use this server any more');
      const decided = await harness.harness.decide(card.id, 'confirm').then(String, String);
      expect(decided).toBeTruthy();
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain('known__read');
      expect(names).not.toContain('unknown__drop');
      const called = await client.callTool({ name: 'unknown__drop', arguments: { mode } });
      expect(textOf(called)).toContain('does not exist');
      expect(callsOf(unknown)).toEqual([]);
      await client.close();
    });

    test('the search finds what is not listed, and a call reaches it', async () => {
      const before = tools;
      tools = [
        ...before,
        ...Array.from({ length: 60 }, (_, nth) => plainTool(`thing_${nth}`, { annotations: READS })),
        plainTool('zebra_count', { annotations: READS, description: 'Counts zebras in the wild.' }),
      ];
      configs = configs.map((one) => ({ ...one, name: one.name === 'known' ? `many-${mode}` : one.name }));
      const { token } = await tokenFor(`many-${mode}`);
      const client = await harness.client(token, mode);
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(listed).toHaveLength(40);
      expect(listed).not.toContain(`many-${mode}__zebra_count`);
      const found = await client.callTool({ name: 'search_tools', arguments: { query: 'count zebras' } });
      expect(found.structuredContent).toMatchObject({
        tools: [{ name: `many-${mode}__zebra_count`, inputSchema: { type: 'object' } }],
      });
      const answer = await client.callTool({ name: `many-${mode}__zebra_count`, arguments: {} });
      expect(textOf(answer)).toContain('done');
      await client.close();
      tools = before;
      configs = configs.map((one) => ({ ...one, name: one.name === `many-${mode}` ? 'known' : one.name }));
    });
  });

  test('the SDK of before, 1.32, lists, reads and waits', async () => {
    const { token } = await tokenFor('known', 'unknown');
    const client = new OlderClient({ name: 'older-client', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new OlderTransport(new URL(harness.url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('unknown__read');
    expect(textOf(await client.callTool({ name: 'known__read', arguments: {} }))).toContain('done');
    const answering = client.callTool({ name: 'unknown__drop', arguments: { n: 1 } });
    const card = await harness.card();
    await harness.harness.decide(card.id, 'confirm');
    expect(textOf(await answering)).toContain('done');
    await client.close();
  });

  test('the AI SDK lists, reads and waits', async () => {
    const { token } = await tokenFor('known', 'unknown');
    const headers = { authorization: `Bearer ${token}` };
    const client = await createMCPClient({ transport: { type: 'http', url: harness.url, headers } });
    const all = await client.tools();
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['known__read', 'unknown__drop']));
    const run = (name: string) =>
      Promise.resolve(all[name]?.execute({ n: 2 }, { toolCallId: name, messages: [], context: undefined }));
    expect(JSON.stringify(await run('known__read'))).toContain('done');
    const answering = run('unknown__drop');
    const card = await harness.card();
    expect(callsOf(unknown)).toEqual([]);
    await harness.harness.decide(card.id, 'confirm');
    expect(JSON.stringify(await answering)).toContain('done');
    expect(callsOf(unknown)).toHaveLength(1);
    await client.close();
  });

  test('mcp-remote, through which programs come that only start programs, lists, reads and waits', async () => {
    const { token } = await tokenFor('known', 'unknown');
    // Its own home directory.
    const home = mkdtempSync(join(tmpdir(), 'amber-remote-'));
    const args = [REMOTE, harness.url, '--header', `Authorization: Bearer ${token}`];
    const env = { HOME: home, PATH: '' };
    const client = new OlderClient({ name: 'desk', version: '1' });
    const program = { command: process.execPath, args, env, stderr: 'ignore' as const };
    await client.connect(new StdioClientTransport(program), { timeout: 100_000 });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['known__read', 'unknown__drop']));
    expect(textOf(await client.callTool({ name: 'known__read', arguments: {} }))).toContain('done');
    const answering = client.callTool({ name: 'unknown__drop', arguments: { n: 3 } });
    const card = await harness.card();
    expect(callsOf(unknown)).toEqual([]);
    await harness.harness.decide(card.id, 'confirm');
    expect(textOf(await answering)).toContain('done');
    expect(callsOf(unknown)).toHaveLength(1);
    await client.close();
    rmSync(home, { recursive: true, force: true });
  });

  test('the token of a client never reaches a connected server', async () => {
    const { token } = await tokenFor('known');
    const client = await harness.client(token);
    await client.callTool({ name: 'known__read', arguments: {} });
    const heard = JSON.stringify(
      [...known.received, ...unknown.received].map(({ headers, body }) => [headers, body]),
    );
    expect(heard).not.toContain(token);
    expect(heard).not.toContain('authorization');
    await client.close();
  });
});
