/** Listing servers that are slow, hostile, or simply different from what is expected. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WebServerConfig } from '@/lib/transport/server-config';
import { serverConfig, setUp, toolNamed } from './testing/connections';
import { sendJson, startHttpServer } from './testing/http-server';
import { startMcpServer } from './testing/mcp-server';
import { plainTool, type Script, startScriptedServer, startSessionServer } from './testing/scripted-server';

const { start, connect } = setUp();

async function listOf(script: Script, more: Partial<WebServerConfig> = {}) {
  const server = await start(startScriptedServer(script));
  return connect([serverConfig('s', server.url, more)]).list();
}

describe('a real server', () => {
  it('is listed with names, hints, schemas and a hash of everything declared', async () => {
    let description = 'Finds notes.';
    const server = await start(
      startMcpServer((mcp) => {
        const annotations = { readOnlyHint: true };
        const inputSchema = z.object({ text: z.string() });
        mcp.registerTool('notes_find', { title: 'Find', description, inputSchema, annotations }, () => ({
          content: [],
        }));
        mcp.registerTool('notes_wipe', { description: 'Wipes.' }, () => ({ content: [] }));
      }),
    );
    const trusted = connect([serverConfig('notes', server.url, { trusted: true })]);
    const listing = await trusted.list();
    expect(listing.problems).toEqual([]);
    expect(listing.tools.map(({ modelName, risk }) => [modelName, risk])).toEqual([
      ['notes__notes_find', 'read-only'],
      ['notes__notes_wipe', 'destructive'],
    ]);
    const find = toolNamed(listing, 'notes_find');
    expect(find).toMatchObject({ server: 'notes', serverUrl: server.url, title: 'Find', trusted: true });
    expect(find.inputSchema).toMatchObject({ type: 'object', required: ['text'] });

    const untrusted = await connect([serverConfig('notes', server.url)]).list();
    expect(new Set(untrusted.tools.map(({ risk }) => risk))).toEqual(new Set(['destructive']));

    description = 'Finds notes!';
    const changed = await trusted.list({ fresh: 'notes' });
    expect(toolNamed(changed, 'notes_find').definitionHash).not.toBe(find.definitionHash);
    expect(toolNamed(changed, 'notes_wipe')).toEqual(toolNamed(listing, 'notes_wipe'));
  });

  it('of 2025 with sessions is listed too', async () => {
    const server = await start(startSessionServer({ list: () => ({ tools: [plainTool('old')] }) }));
    const listing = await connect([serverConfig('s', server.url)]).list();
    expect(listing.tools.map(({ modelName }) => modelName)).toEqual(['s__old']);
  });
});

describe('tools that are not as they should be', () => {
  it('are left out one by one, each with a problem that names the server', async () => {
    const bad: unknown[] = [
      null,
      'tool',
      {},
      plainTool(''),
      plainTool(7),
      plainTool('x'.repeat(129)),
      plainTool('delete_record '),
      plainTool('de\u202Elete'),
      plainTool('de\u200Blete'),
      plainTool('line\nbreak'),
      plainTool('__proto__'),
      plainTool('constructor'),
      plainTool('toString'),
      { name: 'no_schema' },
      plainTool('text_input', { inputSchema: { type: 'string' } }),
      plainTool('bad_properties', { inputSchema: { type: 'object', properties: [] } }),
      plainTool('huge', { inputSchema: { type: 'object', description: 'x'.repeat(100_001) } }),
      plainTool('good'),
    ];
    const { tools, problems } = await listOf({ list: () => ({ tools: bad }) });
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toHaveLength(bad.length - 1);
    expect(new Set(problems.map(({ server }) => server))).toEqual(new Set(['s']));
    expect(problems.map(({ message }) => message).join()).not.toMatch(/[\u202E\u200B\n]/);
  });

  it('count hints that are no booleans as absent, and members of a wrong type as not given', async () => {
    const annotations = { destructiveHint: null, readOnlyHint: 'true', idempotentHint: 1 };
    const tool = plainTool('odd', {
      annotations,
      title: 5,
      description: null,
      _meta: 'x',
      icons: 3,
      outputSchema: 1,
    });
    const listing = await listOf({ list: () => ({ tools: [tool], nextCursor: null }) }, { trusted: true });
    expect(listing.problems).toEqual([]);
    expect(toolNamed(listing, 'odd')).toMatchObject({
      title: 'odd',
      description: '',
      risk: 'destructive',
      declared: annotations,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
  });

  it('lose a second tool of the same name, and a name that another one takes in the eyes of a model', async () => {
    const tools = [
      plainTool('a/b', { title: 'first' }),
      plainTool('a/b', { title: 'second' }),
      plainTool('a.b'),
    ];
    const listing = await listOf({ list: () => ({ tools }) });
    expect(listing.tools.map(({ name, modelName, title }) => [name, modelName, title])).toEqual([
      ['a/b', 's__a_b', 'first'],
    ]);
    expect(listing.problems).toHaveLength(2);
  });

  it('have long words cut and long names shortened, still unambiguous', async () => {
    const names = ['1', '2'].map((end) => 'n'.repeat(100) + end);
    const properties = { field: { type: 'string', description: 'f'.repeat(5000) } };
    const inputSchema = { type: 'object', properties };
    const tools = names.map((name) =>
      plainTool(name, { title: 't'.repeat(500), description: 'd'.repeat(60_000), inputSchema }),
    );
    const listing = await listOf({ list: () => ({ tools }) });
    expect(new Set(listing.tools.map(({ modelName }) => modelName)).size).toBe(2);
    for (const tool of listing.tools) {
      expect(tool.modelName).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(tool.title.length).toBeLessThanOrEqual(100);
      expect(tool.description.length).toBeLessThanOrEqual(40_000);
      expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(1200);
    }
  });

  it('from two servers never share a name, whatever the servers are called', async () => {
    const one = await start(
      startScriptedServer({ list: () => ({ tools: [plainTool('_x'), plainTool('y')] }) }),
    );
    const two = await start(
      startScriptedServer({ list: () => ({ tools: [plainTool('x'), plainTool('y')] }) }),
    );
    const { tools, problems } = await connect([
      serverConfig('a', one.url),
      serverConfig('a_', two.url),
    ]).list();
    expect(tools.map(({ server, modelName }) => [server, modelName])).toEqual([
      ['a', 'a___x'],
      ['a', 'a__y'],
      ['a_', 'a___y'],
    ]);
    expect(problems.map(({ server }) => server)).toEqual(['a_']);
  });
});

describe('companions', () => {
  const tools = [
    plainTool('wipe', { _meta: { 'amber/preview': 'wipe_preview' } }),
    plainTool('wipe_preview', {
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'amber/companion': true },
    }),
    plainTool('drop', { _meta: { 'amber/preview': 'drop_preview' } }),
    plainTool('drop_preview', { _meta: { 'amber/companion': true } }),
    plainTool('lose', { _meta: { 'amber/preview': 'nobody' } }),
    plainTool('clear', { _meta: { 'amber/preview': 7, 'amber/companion': 'yes' } }),
  ];

  it('of a trusted server are honoured when they only read, and are not listed', async () => {
    const listing = await listOf({ list: () => ({ tools }) }, { trusted: true });
    expect(listing.tools.map(({ name, preview }) => [name, preview])).toEqual([
      ['wipe', 'wipe_preview'],
      ['drop', undefined],
      ['lose', undefined],
      ['clear', undefined],
    ]);
    expect(listing.problems).toHaveLength(2);
  });

  it('of an untrusted server mean nothing', async () => {
    const listing = await listOf({ list: () => ({ tools }) });
    expect(listing.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(listing.tools.every(({ preview, risk }) => preview === undefined && risk === 'destructive')).toBe(
      true,
    );
  });

  it('are not looked for on another server', async () => {
    const one = await start(startScriptedServer({ list: () => ({ tools: [tools[0]] }) }));
    const two = await start(startScriptedServer({ list: () => ({ tools: [tools[1]] }) }));
    const servers = [
      serverConfig('a', one.url, { trusted: true }),
      serverConfig('b', two.url, { trusted: true }),
    ];
    const listing = await connect(servers).list();
    expect(toolNamed(listing, 'wipe').preview).toBeUndefined();
  });
});

describe('pages', () => {
  it('are followed to the end', async () => {
    const { tools, problems } = await listOf({
      list: (cursor = '0') => {
        const next = Number(cursor) + 1;
        return { tools: [plainTool(`t${cursor}`)], ...(next < 4 && { nextCursor: String(next) }) };
      },
    });
    expect(tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2', 't3']);
    expect(problems).toEqual([]);
  });

  it.each([
    [
      'the cursor repeats',
      (cursor?: string) => ({ tools: [plainTool(`t${cursor}`)], nextCursor: 'same' }),
      2,
    ],
    [
      'they never end',
      (cursor = '0') => ({ tools: [plainTool(`t${cursor}`)], nextCursor: `${cursor}1` }),
      50,
    ],
    [
      'there are too many tools',
      () => ({ tools: Array.from({ length: 600 }, (_, n) => plainTool(`t${n}`)) }),
      500,
    ],
  ])('stop where %s, with a problem', async (_why, list, count) => {
    const { tools, problems } = await listOf({ list });
    expect(tools).toHaveLength(count);
    expect(problems.map(({ server }) => server)).toEqual(['s']);
  });

  it('fail together when they are too large, or when one is no list of tools', async () => {
    const huge = plainTool('huge', { description: 'x'.repeat(200_000) });
    const endless = { list: (cursor = '') => ({ tools: [huge], nextCursor: `${cursor}1` }) };
    for (const script of [endless, { list: () => ({ tools: 'none' }) }, { list: () => [] }]) {
      const { tools, problems } = await listOf(script);
      expect(tools).toEqual([]);
      expect(problems.map(({ server }) => server)).toEqual(['s']);
    }
  });
});

describe('servers that do not answer as expected', () => {
  it.each<[string, Parameters<typeof startHttpServer>[0]]>([
    ['hang', () => {}],
    [
      'answer with nonsense',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    ],
    ['fail', (_request, response) => void response.writeHead(500).end('Traceback: secret-path')],
    [
      'redirect',
      (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['cut the connection', (_request, response) => void response.destroy()],
    [
      'answer another question',
      (_request, response) => sendJson(response, { jsonrpc: '2.0', id: 'other', result: {} }),
    ],
    [
      'are endless',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '.repeat(100_000)), 1);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('and %s are reported by name and harm no other', async (_how, answer) => {
    const bad = await start(startHttpServer(answer));
    const good = await start(startScriptedServer({ list: () => ({ tools: [plainTool('fine')] }) }));
    const servers = [serverConfig('bad', bad.url), serverConfig('good', good.url)];
    const { tools, problems } = await connect(servers, { listingTimeoutMs: 5_000 }).list();
    expect(tools.map(({ modelName }) => modelName)).toEqual(['good__fine']);
    expect(problems.map(({ server }) => server)).toEqual(['bad']);
    expect(JSON.stringify(problems)).not.toContain('secret-path');
  });

  it('and are not there at all are reported too', async () => {
    const gone = await startHttpServer(() => {});
    await gone.close();
    const { problems } = await connect([serverConfig('gone', gone.url)]).list();
    expect(problems.map(({ server }) => server)).toEqual(['gone']);
  });
});
