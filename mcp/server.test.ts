import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolContext } from './context';
import { COMPANION_META, LOOKUP_META, PREVIEW_META, type ToolDefinition } from './define-tool';
import { type Role, scopesOf } from './scopes';
import { createToolsHandler } from './server';
import { ToolsClient } from './testing/tools-client';
import { callLookup } from './tools/call-lookup';
import { tools } from './tools/index';

/** Tools without a database are enough here. */
function contextOf(role: Role, changes: Partial<ToolContext> = {}): ToolContext {
  const base = { teamId: 'team', userId: 'user', webSearch: {}, appUrl: 'http://amber.test' };
  return { ...base, db: undefined as never, scopes: scopesOf(role), ...changes };
}

const namesFor = async (context: ToolContext, mode?: 'legacy') => {
  const { client } = await ToolsClient.connect(context, mode);
  return (await client.listTools()).tools.map(({ name }) => name);
};

describe('what a caller sees', () => {
  const isAlways = ({ available }: ToolDefinition) => !available;
  const takesBack = ({ name }: ToolDefinition) => name.startsWith('change_take_back');
  const available = tools.filter((tool) => isAlways(tool) || takesBack(tool));

  test('is what the role may do, in the order of the registry', async () => {
    expect(await namesFor(contextOf('admin'))).toEqual(available.map(({ name }) => name));
    const members = available.filter(({ scope }) => scope !== 'team.write');
    expect(await namesFor(contextOf('member'))).toEqual(members.map(({ name }) => name));
    const readable = available.filter(isAlways);
    const viewers = readable.filter(({ scope }) => scope.endsWith('.read') || scope === 'any');
    expect(await namesFor(contextOf('viewer'))).toEqual(viewers.map(({ name }) => name));
    expect(viewers.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    expect(viewers.filter(({ companion }) => companion)).toEqual([callLookup]);
  });

  test('is the same to clients of 2025', async () => {
    expect(await namesFor(contextOf('admin'), 'legacy')).toEqual(await namesFor(contextOf('admin')));
  });

  test('is nothing without scopes, and what is not seen cannot be called', async () => {
    expect(await namesFor(contextOf('admin', { scopes: new Set() }))).toEqual([]);
    const orders = await namesFor(contextOf('admin', { scopes: new Set(['orders.read']) }));
    const ofOrders = available
      .filter(isAlways)
      .filter(({ scope }) => scope === 'orders.read' || scope === 'any');
    expect(orders).toEqual(ofOrders.map(({ name }) => name));
    expect(orders).toContain('orders_list');
    expect(orders.length).toBeLessThan(available.length);
    for (const mode of ['auto', 'legacy'] as const) {
      const { client } = await ToolsClient.connect(contextOf('viewer'), mode);
      for (const name of [
        'customer_delete',
        'customer_delete_preview',
        'web_search',
        'constructor',
        '__proto__',
      ]) {
        await expect(client.callTool({ name, arguments: {} })).rejects.toThrow();
      }
    }
  });

  test('includes web_search only where it is set up', async () => {
    expect(await namesFor(contextOf('viewer'))).not.toContain('web_search');
    for (const webSearch of [{ searxngUrl: 'http://search.test' }, { braveApiKey: 'key' }]) {
      expect(await namesFor(contextOf('viewer', { webSearch }))).toContain('web_search');
    }
  });

  test('names each tool, its hints, its companions and its strict schemas', async () => {
    const { client } = await ToolsClient.connect(contextOf('admin'));
    for (const listed of (await client.listTools()).tools) {
      const tool = tools.find(({ name }) => name === listed.name);
      if (!tool) throw new Error(`${listed.name} is not in the registry.`);
      expect(listed.title).toBe(tool.title);
      expect(listed.annotations).toEqual({ title: tool.title, ...tool.annotations });
      expect(listed._meta?.[PREVIEW_META]).toBe(tool.preview);
      expect(listed._meta?.[COMPANION_META]).toBe(tool.companion);
      const lookup = tool.annotations.readOnlyHint ? undefined : 'call_lookup';
      expect(listed._meta?.[LOOKUP_META]).toBe(lookup);
      expect(listed.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(listed.outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, schema] of Object.entries(listed.inputSchema.properties ?? {})) {
        expect(schema, `${listed.name}.${field}`).toHaveProperty('description');
      }
    }
  });
});

// Less than the tool's own deadline, which would end its wait as well.
describe('a call that is given up', { timeout: 8_000 }, () => {
  let service: Server;
  let context: ToolContext;
  beforeAll(async () => {
    // A search service that never answers.
    service = createServer();
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const searxngUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    context = contextOf('viewer', { webSearch: { searxngUrl } });
  });
  afterAll(() => service.close());

  /** Resolves once the tool waits for the service, with a promise that resolves once it no longer does. */
  async function waiting(): Promise<{ over: Promise<unknown> }> {
    const [request] = (await once(service, 'request')) as [IncomingMessage];
    return { over: once(request.socket, 'close') };
  }

  test('is told to the tool, which lets go of what it waits for', async () => {
    const { client } = await ToolsClient.connect(context);
    const controller = new AbortController();
    const search = { name: 'web_search', arguments: { query: 'x' } };
    const failed = expect(client.callTool(search, { signal: controller.signal })).rejects.toThrow();
    const { over } = await waiting();
    controller.abort();
    await failed;
    await over;
  });

  test('by a client of 2025 that hangs up is told as well', async () => {
    const controller = new AbortController();
    const params = { name: 'web_search', arguments: { query: 'x' } };
    const request = new Request('http://tools.internal/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: controller.signal,
    });
    const answered = createToolsHandler().handle(request, context);
    const { over } = await waiting();
    controller.abort();
    await over;
    await answered;
  });
});
