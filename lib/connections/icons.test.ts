/** Icons of servers and tools: fetched by us, from the server itself, without credentials, and only small images. */
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnections } from './connect';
import { CALLER, EMPTY_OWN } from './testing/caller';
import { serverConfig } from './testing/connections';
import { sendJson, startHttpServer } from './testing/http-server';
import { gifOf, JPEG, pngOf, WEBP } from './testing/pictures';
import { plainTool } from './testing/scripted-server';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const PNG = pngOf(16, 16);

/** @param files that it serves, by path; icons are named by `icons` and by those of `t` */
async function serving(files: Record<string, Buffer | string | number>, icons: unknown, ofTool?: unknown) {
  const server = await startHttpServer(({ httpMethod, path, message }, response) => {
    if (httpMethod === 'GET') {
      const file = files[path] ?? 404;
      if (typeof file === 'number') return void response.writeHead(file, { location: '/there.png' }).end();
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(file);
    }
    const { id, method } = message;
    const say = (result: object) =>
      sendJson(response, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
    if (id === undefined) return void response.writeHead(202).end();
    const serverInfo = { name: 'icons', version: '1', icons };
    const hello = { capabilities: { tools: {} }, serverInfo };
    if (method === 'initialize') return say({ protocolVersion: '2025-11-25', ...hello });
    if (method === 'tools/list') return say({ tools: [plainTool('t', { icons: ofTool })] });
    return sendJson(
      response,
      { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } },
      method ? 200 : 404,
    );
  });
  closing.push(() => server.close());
  const headers = { authorization: 'Bearer of-ours' };
  const pool = createConnections({
    own: EMPTY_OWN,
    patienceMs: 60_000,
    servers: [serverConfig('s', server.url, { headers, type: 'http' })],
  });
  closing.push(() => pool.close());
  const connections = pool.connectionsFor(CALLER);
  const fetched = () =>
    server.received.filter(({ httpMethod, path }) => httpMethod === 'GET' && path !== '/mcp');
  return { connections, fetched, origin: new URL(server.url).origin };
}

/** Icons may name the server's own origin, which is known only once it listens. */
async function own(
  files: Parameters<typeof serving>[0],
  of: (origin: string) => unknown,
  ofTool?: (origin: string) => unknown,
) {
  const icons: unknown[] = [];
  const tools: unknown[] = [];
  const server = await serving(files, icons, tools);
  icons.push(...[of(server.origin)].flat());
  tools.push(...[ofTool?.(server.origin) ?? []].flat());
  await server.connections.list();
  return server;
}

describe('the icon of a server', () => {
  it.each<[string, Buffer, string]>([
    ['PNG', PNG, 'image/png'],
    ['JPEG', JPEG, 'image/jpeg'],
    ['WebP', WEBP, 'image/webp'],
  ])('is a %s by its bytes, fetched once and without our credentials', async (_kind, bytes, mimeType) => {
    const { connections, fetched } = await own({ '/i': bytes }, (origin) => ({ src: `${origin}/i` }));
    const all = await Promise.all([1, 2, 3].map(() => connections.iconOf('s')));
    expect(all.map((icon) => icon?.mimeType)).toEqual([mimeType, mimeType, mimeType]);
    expect(all[0]?.bytes.equals(bytes)).toBe(true);
    expect(fetched()).toHaveLength(1);
    expect(fetched()[0]?.headers.authorization).toBeUndefined();
    expect(fetched()[0]?.headers.cookie).toBeUndefined();
  });

  it('of a tool is its own, else the server’s', async () => {
    const files = { '/i': PNG, '/t': JPEG };
    const of = (origin: string) => ({ src: `${origin}/i` });
    const { connections } = await own(files, of, (origin) => ({ src: `${origin}/t` }));
    expect((await connections.iconOf('s', 't'))?.mimeType).toBe('image/jpeg');
    expect((await connections.iconOf('s', 'other'))?.mimeType).toBe('image/png');
    expect(await connections.iconOf('amber')).toBeUndefined();
    expect(await connections.iconOf('none')).toBeUndefined();
  });

  it('may be written into what it says', async () => {
    const src = `data:image/png;base64,${PNG.toString('base64')}`;
    const { connections, fetched } = await own({}, () => ({ src }));
    expect((await connections.iconOf('s'))?.bytes.equals(PNG)).toBe(true);
    expect(fetched()).toEqual([]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>';
  const inflated = Buffer.concat([PNG, deflateSync(Buffer.alloc(70_000, 7), { level: 0 })]);
  it.each<[string, Record<string, Buffer | string | number>]>([
    ['is a drawing', { '/i': svg }],
    ['is a page', { '/i': '<!doctype html><script>1</script>' }],
    ['is too large', { '/i': inflated }],
    ['has too many pixels', { '/i': pngOf(1, 1, { width: 4_000, height: 4_000 }) }],
    ['moves', { '/i': gifOf(2) }],
    ['is empty', { '/i': '' }],
    ['is elsewhere', { '/i': 302, '/there.png': PNG }],
    ['is not there', {}],
    ['fails', { '/i': 500 }],
  ])('that %s is none, and is not asked for again', async (_what, files) => {
    const { connections, fetched } = await own(files, (origin) => ({ src: `${origin}/i` }));
    expect(await connections.iconOf('s')).toBeUndefined();
    expect(await connections.iconOf('s')).toBeUndefined();
    expect(fetched().map(({ path }) => path)).toEqual(['/i']);
  });

  it('is fetched from nowhere but the server’s own origin', async () => {
    const elsewhere = await startHttpServer((_, response) => void response.end(PNG));
    closing.push(() => elsewhere.close());
    const places = [
      elsewhere.url,
      'file:///etc/passwd',
      'javascript:alert(1)',
      '//evil.example/i',
      'data:image/svg+xml,x',
    ];
    for (const src of places) {
      const { connections } = await own({}, () => ({ src }));
      expect(await connections.iconOf('s')).toBeUndefined();
    }
    expect(elsewhere.received).toEqual([]);
  });

  it('connects nothing: of a server that nobody has needed there is none', async () => {
    const { connections, fetched } = await serving({ '/i': PNG }, []);
    expect(await connections.iconOf('s')).toBeUndefined();
    expect(fetched()).toEqual([]);
  });

  it.each([[null], ['x'], [{}], [[5]], [[{ src: 7 }]], [[{ src: 'https://x', mimeType: 'image/svg+xml' }]]])(
    'named as %j is none',
    async (icons) => {
      const { connections } = await serving({}, icons);
      await connections.list();
      expect(await connections.iconOf('s')).toBeUndefined();
    },
  );
});
