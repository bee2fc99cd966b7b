/** Requests to a registry, whose answers are treated as untrusted text. Judged by the requests that it received. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { json } from '@/lib/authorization/testing/recorder';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { addServer } from '@/lib/servers/change-servers';
import { processOf } from '@/lib/sign-ins/testing/process';
import { Office } from '@/mcp/testing/office';
import { fillRemote } from './fill-remote';
import { readVersion, readVersions, searchRegistry } from './read-registry';
import { entry, startRegistry, type TestRegistry } from './testing/registry';

describe.each(testDatabases)('a registry of servers, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let admin: Caller;
  let member: Caller;
  let registry: TestRegistry;

  beforeAll(async () => {
    opened = await open();
    const office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    member = { ...admin, userId: id, role: 'member' };
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    registry = await startRegistry(entry({}));
  });
  afterEach(() => registry.close());

  const context = (caller = admin, settings: object = {}) => ({
    db: opened.db,
    caller,
    signal: new AbortController().signal,
    settings: { registry: registry.origin, privateServers: false, ...settings },
  });
  const search = (text = '') => searchRegistry(context(), { search: text });
  const version = (name = 'io.example/notes', which = '1.0.0') => readVersion(context(), name, which);
  const refusal = (message: string) => ({ code: 'unavailable', message: expect.stringContaining(message) });

  it('is asked for what was looked for and for nothing else, by admins alone', async () => {
    registry.next = 'io.example/notes:1.0.0&limit=9';
    const page = await search('no&version=0');
    expect(page).toMatchObject({ host: new URL(registry.origin).host, leftOut: 0, next: registry.next });
    expect(page.entries).toEqual([
      {
        name: 'io.example/notes',
        title: null,
        description: 'Keeps notes.',
        version: '1.0.0',
        status: 'active',
        statusMessage: null,
        publishedAt: '2026-01-02T03:04:05Z',
        isLatest: true,
      },
    ]);
    await searchRegistry(context(), { search: '', cursor: registry.next });
    await readVersions(context(), 'io.example/notes');
    await version();
    expect(registry.asked.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      ['/v0.1/servers', { version: 'latest', limit: '30', search: 'no&version=0' }],
      ['/v0.1/servers', { version: 'latest', limit: '30', cursor: registry.next }],
      ['/v0.1/servers/io.example%2Fnotes/versions', {}],
      ['/v0.1/servers/io.example%2Fnotes/versions/1.0.0', {}],
    ]);
    for (const { headers, body } of registry.asked) {
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'connection', 'host']);
      expect(body).toBe('');
    }
    const count = registry.asked.length;
    for (const ask of [
      () => searchRegistry(context(member), { search: '' }),
      () => readVersions(context(member), 'io.example/notes'),
      () => readVersion(context(member), 'io.example/notes', '1.0.0'),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'forbidden' });
    const unset = searchRegistry(context(admin, { registry: undefined }), { search: '' });
    await expect(unset).rejects.toMatchObject({
      code: 'not_found',
      message: 'No registry is set here: the operator names one in AMBER_REGISTRY.',
    });
    expect(registry.asked).toHaveLength(count);
  });

  it('leaves out of a list what is not of its form, and tells of no other server than it was asked for', async () => {
    const long = 'x'.repeat(5_000);
    registry.entries = [
      entry(
        { title: long, description: long, icons: [{ src: `${registry.origin}/icon.png` }] },
        { status: 'odd' },
      ),
      entry({ name: '../../etc/passwd' }),
      entry({ name: 'io.example/notes\u202e' }),
      entry({ version: '..' }),
      entry({ description: 7 }),
      { server: null },
      entry({ name: 'io.example/other' }),
    ];
    const { entries, leftOut } = await search();
    expect(leftOut).toBe(5);
    expect(entries.map(({ name }) => name)).toEqual(['io.example/notes', 'io.example/other']);
    expect(entries[0]).toMatchObject({
      status: null,
      title: 'x'.repeat(200),
      description: 'x'.repeat(1_000),
    });
    expect((await readVersions(context(), 'io.example/notes')).entries).toHaveLength(1);
    // No address in an entry is fetched.
    expect(registry.asked.every(({ path }) => path.startsWith('/v0.1/servers'))).toBe(true);
    registry.instead = (_asked, response) => json(response, entry({ name: 'io.example/evil' }));
    await expect(version()).rejects.toMatchObject(refusal('told of another server than it was asked for'));
    registry.instead = (_asked, response) => json(response, entry({ version: '0.9.0' }));
    await expect(version()).rejects.toMatchObject(refusal('told of another server'));
  });

  it('says in words what is wrong with an answer, and follows no redirect', async () => {
    const other = await startRegistry(entry({}));
    const answers: [string, TestRegistry['instead']][] = [
      ['answered with HTTP 500', (_asked, response) => json(response, {}, 500)],
      ['answered with HTTP 401', (_asked, response) => json(response, {}, 401)],
      [
        'redirects elsewhere, which is not followed',
        (_asked, response) => response.writeHead(302, { location: `${other.origin}/v0.1/servers` }).end(),
      ],
      ['answered something that is not JSON', (_asked, response) => response.end('<!doctype html>')],
      ['answered with more than 2000 kB', (_asked, response) => response.end(' '.repeat(2_100_000))],
      ['cannot be reached', (_asked, response) => response.destroy()],
      ['broke off', (_asked, response) => response.writeHead(200, { 'content-length': 99 }).write('{')],
      ['servers: ', (_asked, response) => json(response, { servers: 'all' })],
      ['it: ', (_asked, response) => json(response, [])],
    ];
    for (const [words, instead] of answers) {
      registry.instead = (asked, response) => {
        instead?.(asked, response);
        if (words === 'broke off') setTimeout(() => response.destroy(), 20);
      };
      await expect(search(), words).rejects.toMatchObject(refusal(words));
    }
    registry.instead = undefined;
    expect(other.asked).toEqual([]);
    await other.close();
    await expect(version('io.example/none')).rejects.toMatchObject({ code: 'not_found' });
    for (const [broken, where] of [
      [{ remotes: [{ type: 'sse', url: 7 }] }, 'server.remotes.0.url'],
      [{ remotes: [{ type: 'sse', url: 'https://e.example', headers: [{ value: 'x' }] }] }, 'headers.0.name'],
      [
        { remotes: [{ type: 'sse', url: 'https://e.example', variables: { '\u202ea b': {} } }] },
        '<U+202E>a b',
      ],
      [{ packages: [{ registryType: 'npm' }] }, 'server.packages.0.identifier'],
    ] as const) {
      registry.entries = [entry(broken)];
      await expect(version(), where).rejects.toMatchObject(refusal(where));
    }
  });

  it('gives what a form asks for, and what comes of it is added as nobody’s, with its secrets sealed', async () => {
    const server = await startRegistry();
    server.instead = ({ body }, response) => {
      const { id, method } = JSON.parse(body || '{}') as { id?: unknown; method?: string };
      const info = {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        serverInfo: { name: 'k', version: '1' },
      };
      const result = { resultType: 'complete', ...(method === 'tools/list' ? { tools: [] } : info) };
      json(response, { jsonrpc: '2.0', id, result });
    };
    const { host } = new URL(server.origin);
    registry.entries = [
      entry({
        remotes: [
          {
            type: 'streamable-http',
            url: 'http://{host}/{team}/mcp',
            variables: {
              host: { default: host },
              team: { isRequired: true, placeholder: 'acme' },
              unused: {},
            },
            headers: [
              {
                name: 'Authorization',
                value: 'Bearer {token}',
                isSecret: true,
                variables: { token: { isRequired: true, default: 'given-away' } },
              },
              { name: 'X-Region', choices: ['eu', 'us'], default: 'mars' },
              { name: 'X-Fixed', value: 'so' },
              { name: 'X-Optional' },
            ],
          },
        ],
      }),
    ];
    const { remotes, suggested } = await version();
    const [remote] = remotes;
    if (!remote) throw new Error('no remote');
    expect(remote).toMatchObject({ type: 'http', cannot: null });
    expect(remote.headers[0]?.variables).toMatchObject([{ name: 'token', isSecret: true }]);
    expect(remote.headers[1]?.preset).toBeNull();
    const empty = fillRemote(remote, new Map([['url:host', host]]));
    expect([...empty.complaints]).toEqual([
      ['url:team', 'missing'],
      ['header:Authorization:token', 'missing'],
    ]);
    const entered = [
      ...[['url:host', host] as const, ['url:team', 'a b'] as const],
      ...[['header:Authorization:token', 'top-secret'] as const, ['header:X-Region', 'eu'] as const],
    ];
    const { url, headers, complaints } = fillRemote(remote, new Map(entered));
    expect(complaints.size).toBe(0);
    expect(url).toBe(`${server.origin}/a%20b/mcp`);
    expect(headers).toEqual({ Authorization: 'Bearer top-secret', 'X-Region': 'eu', 'X-Fixed': 'so' });
    const process = processOf(opened.db, []);
    const connections = process.pool.connectionsFor(admin);
    const added = { name: suggested, url: url ?? '', type: remote.type, headers, mustAnswer: true };
    const team = { db: opened.db, caller: admin, connections };
    // Like any address: one that is not on the open internet is not accepted, from any source.
    await expect(addServer(team, added, SECRET, false)).rejects.toMatchObject({ code: 'bad_request' });
    expect(server.asked).toEqual([]);
    const view = await addServer(team, added, SECRET, true);
    expect(view.servers).toMatchObject([
      { server: 'notes', trusted: false, vouch: null, origin: 'settings' },
    ]);
    expect(server.asked.every((one) => one.headers.authorization === 'Bearer top-secret')).toBe(true);
    expect(JSON.stringify(view)).not.toContain('top-secret');
    expect(JSON.stringify(registry.asked)).not.toContain('top-secret');
    await process.pool.close();
    await server.close();
  });

  it.each([
    ['transport', { type: 'stdio', url: 'https://e.example/' }],
    ['transport', { type: 'constructor', url: 'https://e.example/' }],
    ['address', { type: 'sse', url: 'javascript:alert(1)' }],
    ['address', { type: 'sse', url: 'https://me:x@e.example/' }],
    [
      'secret-address',
      { type: 'sse', url: 'https://e.example/?k={k}', variables: { k: { isSecret: true } } },
    ],
    ['headers', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'Host' }] }],
    ['headers', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'Mcp-Session-Id' }] }],
    ['headers', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'A\r\nB' }] }],
    ['headers', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'A', value: 'x\r\nEvil: y' }] }],
    ['headers', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'X-A' }, { name: 'x-a' }] }],
    ['placeholder', { type: 'sse', url: 'https://e.example/', headers: [{ name: 'A', value: `$\{HOME}` }] }],
  ])('says why one cannot be added: %s %o', async (cannot, remote) => {
    registry.entries = [entry({ remotes: [remote] })];
    expect((await version()).remotes).toMatchObject([{ cannot }]);
    registry.entries = [
      entry({ remotes: [{ type: 'sse', url: 'https://e.example/' }] }, { status: 'deleted' }),
    ];
    expect((await version()).remotes).toMatchObject([{ cannot: 'deleted' }]);
  });
});
