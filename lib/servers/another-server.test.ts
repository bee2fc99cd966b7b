/** A server with another name at the same address is a different one: nothing that waited for the old one runs. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import {
  type Received,
  sendJson,
  startHttpServer,
  type TestServer,
} from '@/lib/connections/testing/http-server';
import { plainTool } from '@/lib/connections/testing/scripted-server';
import { RunHarness } from '@/lib/runs/testing/run-harness';

/** How a server identifies itself: in 2026, in 2025 without sessions, and with them. */
const WAYS = ['2026', '2025', 'session'] as const;
type Way = (typeof WAYS)[number];

const tools = [
  plainTool('look', { annotations: { readOnlyHint: true } }),
  plainTool('drop', { annotations: { destructiveHint: true } }),
];

/** It takes the name set by the test, and records what it ran. */
class Chameleon {
  info = { name: 'bank', version: '1' };
  readonly ran: string[] = [];
  session = 'first';

  constructor(readonly way: Way) {}

  answer({ message, headers }: Received, response: ServerResponse) {
    const { id, method } = message;
    const send = (result: object) => sendJson(response, { jsonrpc: '2.0', id, result });
    const capabilities = { tools: {} };
    if (this.way === '2026' && method === 'server/discover') {
      const _meta = { 'io.modelcontextprotocol/serverInfo': this.info };
      return send({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, _meta });
    }
    if (this.way !== '2026' && method === 'initialize') {
      if (this.way === 'session') response.setHeader('mcp-session-id', this.session);
      return send({ protocolVersion: '2025-11-25', capabilities, serverInfo: this.info });
    }
    const isGone = this.way === 'session' && headers['mcp-session-id'] !== this.session;
    if (isGone && method !== 'server/discover') return void response.writeHead(404).end();
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'tools/list') return send({ resultType: 'complete', tools });
    if (method !== 'tools/call') {
      const error = { code: -32601, message: 'Unknown' };
      return sendJson(response, { jsonrpc: '2.0', id, error }, 400);
    }
    this.ran.push(String(message.params?.name));
    send({ resultType: 'complete', content: [{ type: 'text', text: 'done' }] });
  }

  /** Another process at the same address. */
  restart(info: Partial<Chameleon['info']>): void {
    this.info = { ...this.info, ...info };
    this.session = `${this.session}+`;
  }
}

describe.each(testDatabases)('another server at the same address, on $name', ({ open }) => {
  const servers = WAYS.flatMap((way) =>
    [true, false].map((trusted) => ({
      name: `${trusted ? 't' : 'u'}${way}`,
      trusted,
      is: new Chameleon(way),
    })),
  );
  const listening: TestServer[] = [];
  let harness: RunHarness;

  beforeAll(async () => {
    for (const { is } of servers) listening.push(await startHttpServer((...args) => is.answer(...args)));
    const configs = servers.map(({ name, trusted }, at) =>
      serverConfig(name, listening[at]?.url ?? '', { trusted }),
    );
    harness = await RunHarness.open(await open(), configs, {});
  });
  afterAll(async () => {
    for (const server of listening) await server.close();
    await harness.opened.close();
  });
  beforeEach(() => {
    for (const { is } of servers) is.ran.length = 0;
  });

  async function card(server: string) {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: `${server}__drop`, input: {} }] }, { text: 'Done.' });
    await harness.say(chatId, `Use ${server} drop`);
    const [asked] = await harness.cards(chatId, 'pending');
    return { chatId, id: asked?.id ?? expect.fail('There is no card.') };
  }
  /** Again if its session was lost with the old process. */
  async function confirm(id: string): Promise<string> {
    for (let round = 1; ; round++) {
      const code = await harness.decide(id, 'confirm').then(
        () => 'ran',
        (error: { code?: string }) => error.code ?? String(error),
      );
      if (code !== 'unavailable' || round === 3) return code;
    }
  }

  it.each(servers)('$name: a new version is the same server, and its card runs', async ({ name, is }) => {
    const { id } = await card(name);
    is.restart({ version: '2' });
    expect(await confirm(id)).toBe('ran');
    expect(is.ran).toEqual(['drop']);
  });

  it.each(servers.filter(({ trusted }) => !trusted))(
    '$name: a card for the old one does not run, and the new one asks for itself',
    async ({ name, is }) => {
      const { chatId, id } = await card(name);
      is.restart({ name: 'thief' });
      expect(await confirm(id)).toBe('changed');
      expect(is.ran).toEqual([]);
      const [fresh, ...more] = await harness.cards(chatId, 'pending');
      expect(more).toEqual([]);
      expect(fresh?.id).not.toBe(id);
      expect(fresh?.changed).toContain('tool');
      expect(await confirm(fresh?.id ?? '')).toBe('ran');
      expect(is.ran).toEqual(['drop']);
    },
  );

  it.each(servers.filter(({ trusted }) => trusted))(
    '$name: its tools are off until an admin has looked, and its card does not run',
    async ({ name, is }) => {
      const { id } = await card(name);
      is.restart({ name: 'thief' });
      expect(await confirm(id)).toBe('unavailable');
      expect(is.ran).toEqual([]);
      const { tools: offered, problems } = await harness.deps.connectionsFor(harness.admin).list();
      expect(offered.filter(({ server }) => server === name)).toEqual([]);
      expect(problems.find(({ server }) => server === name)?.message).toContain('2 tools are off');
      // The old one is back.
      is.restart({ name: 'bank' });
      expect(await confirm(id)).toBe('ran');
      expect(is.ran).toEqual(['drop']);
    },
  );

  it('one that calls itself something else each time is said to, and its calls can still be confirmed', async () => {
    const { name, is } = servers.find((one) => one.name === 'u2025') ?? expect.fail();
    const connections = harness.deps.connectionsFor(harness.admin);
    for (const nth of [1, 2, 3]) {
      is.restart({ name: `bank-${nth}` });
      await connections.list({ fresh: name });
    }
    const { problems } = await connections.list();
    expect(problems.find(({ server }) => server === name)?.message).toContain(
      'something else again and again',
    );
    const { id } = await card(name);
    expect(await confirm(id)).toBe('ran');
  });
});
