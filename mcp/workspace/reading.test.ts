/** The read tools of the workspace: what they return, and where they do not go. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stoppingAt } from '../testing/stopping';
import { Folder, SECRET } from './testing/folder';
import { workspaceTools } from './tools/index';
import { Workspace } from './workspace';

let folder: Folder;
const open = (files: Record<string, string | Buffer> = {}) => {
  folder = new Folder(files);
  return folder;
};
afterEach(() => folder.remove());

const paths = (output: Record<string, unknown>) =>
  (output.data as { path: string }[]).map(({ path }) => path);

describe('read_file', () => {
  it('answers numbered lines, a hash, and where to go on', async () => {
    const ws = open({ 'a.txt': 'one\ntwo\r\nthree\n' });
    const all = await ws.ok('read_file', { path: 'a.txt' });
    expect(all).toMatchObject({
      path: 'a.txt',
      totalLines: 3,
      next: null,
      content: '1\tone\n2\ttwo\n3\tthree',
    });
    const part = await ws.ok('read_file', { path: './a.txt', offset: 2, limit: 1 });
    expect(part).toMatchObject({ hash: all.hash, next: 3, content: '2\ttwo' });
    ws.put('a.txt', 'one');
    expect((await ws.ok('read_file', { path: 'a.txt' })).hash).not.toBe(all.hash);
  });

  it('gives all of a long file, piece by piece', async () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `line ${at} "${'x'.repeat(at % 50)}"`);
    const ws = open({ 'long.txt': `${lines.join('\n')}\n` });
    const read: string[] = [];
    for (let offset: number | null = 1; offset !== null; ) {
      const { isError, text, output } = await ws.call('read_file', { path: 'long.txt', offset });
      expect(isError).toBe(false);
      expect(text.length).toBeLessThanOrEqual(25_000);
      read.push(...String(output.content).split('\n'));
      offset = output.next as number | null;
    }
    expect(read).toEqual(lines.map((line, at) => `${at + 1}\t${line}`));
  });

  it('tells any page of millions of lines, and lets others work meanwhile', async () => {
    const ends = ['\n', '\r\n'];
    const line = (at: number) => (at % 7 === 0 ? '' : `é${at}`);
    const count = 700_000;
    const text = Array.from({ length: count }, (_, at) => `${line(at)}${ends[at % 2]}`).join('');
    const ws = open({ 'many.txt': `\uFEFF${text}`, 'ends.txt': '\n\n', 'empty.txt': '' });
    const hash = ws.hash('many.txt');
    let turns = 0;
    let isOver = false;
    const countTurn = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    for (const offset of [1, 2, 123_456, count - 1, count]) {
      const part = await ws.ok('read_file', { path: 'many.txt', offset, limit: 2 });
      const shown = [offset, offset + 1].filter((at) => at <= count).map((at) => `${at}\t${line(at - 1)}`);
      const next = offset + 2 <= count ? offset + 2 : null;
      expect(part).toMatchObject({ hash, totalLines: count, content: shown.join('\n'), next });
    }
    isOver = true;
    // One for each slice of a read but the first, at least.
    expect(turns).toBeGreaterThan(5 * 2 * Math.floor(Buffer.byteLength(text) / 1_000_000 - 1));
    expect(await ws.refusal('read_file', { path: 'many.txt', offset: count + 1 })).toMatch(/past them/);
    expect(await ws.ok('read_file', { path: 'ends.txt' })).toMatchObject({
      totalLines: 2,
      content: '1\t\n2\t',
    });
    expect(await ws.ok('read_file', { path: 'empty.txt' })).toMatchObject({ totalLines: 0, content: '' });
  });

  it('reads no bytes that are no text, no folder, and nothing that is not there', async () => {
    const ws = open({ 'a.bin': Buffer.from([1, 0, 2]), 'latin.txt': Buffer.from([0xe9, 0x0a]) });
    for (const path of ['a.bin', 'latin.txt'])
      expect(await ws.refusal('read_file', { path })).toMatch(/no UTF-8/);
    expect(await ws.refusal('read_file', { path: '.' })).toMatch(/no file/);
    expect(await ws.refusal('read_file', { path: 'b/c.txt' })).toMatch(/no folder "b"/);
  });
});

describe('a path', () => {
  const bad = ['/etc/passwd', '../ws-evil/secret.txt', 'a/../../ws-evil/secret.txt', '~/x', 'a\u0000.txt'];
  const odd = ['C:\\x', '\\\\host\\x', 'a\nb', 'a\u202eb', '//etc/passwd', 'a/../a.txt', '\ud800'];

  it.each([...bad, ...odd])('%j is refused', async (path) => {
    const ws = open({ 'a.txt': 'a' });
    for (const tool of ['read_file', 'list_directory'])
      expect(await ws.refusal(tool, { path })).not.toContain(SECRET);
  });

  it('through a link that leaves is refused, in any part, dangling or not', async () => {
    const ws = open({ 'in/a.txt': 'inside' });
    symlinkSync(join(ws.outside, 'secret.txt'), ws.path('link'));
    symlinkSync(ws.outside, ws.path('dir'));
    symlinkSync('../ws-evil', ws.path('relative'));
    symlinkSync(`${ws.root}/../ws-evil`, ws.path('absolute'));
    symlinkSync('loop', ws.path('loop'));
    symlinkSync(join(ws.outside, 'not-there'), ws.path('dangling'));
    for (const path of [
      'link',
      'dir/secret.txt',
      'relative/secret.txt',
      'absolute/secret.txt',
      'dangling',
      'loop',
    ]) {
      expect(await ws.refusal('read_file', { path })).toMatch(/leaves the workspace|too many links/);
    }
    expect(paths(await ws.ok('glob', { pattern: '**' }))).toEqual(['in/a.txt']);
    expect(await ws.ok('grep_search', { pattern: 'stands' })).toMatchObject({ data: [] });
  });

  it('through a link that stays is followed, and told as what it is', async () => {
    const ws = open({ 'in/deep/a.txt': 'inside' });
    symlinkSync('in', ws.path('out'));
    symlinkSync('../in/deep/a.txt', ws.path('in', 'b'));
    symlinkSync(ws.path('in', 'deep'), ws.path('abs'));
    for (const path of ['out/deep/a.txt', 'in/b', 'abs/a.txt', 'out/b']) {
      expect(await ws.ok('read_file', { path })).toMatchObject({
        path: 'in/deep/a.txt',
        content: '1\tinside',
      });
    }
  });

  it('to a pipe, a socket or a device is refused', async () => {
    const ws = open();
    execFileSync('mkfifo', [ws.path('pipe')]);
    const server = createServer().listen(ws.path('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    symlinkSync('/dev/zero', ws.path('zero'));
    for (const path of ['pipe', 'socket'])
      expect(await ws.refusal('read_file', { path })).toMatch(/neither a file/);
    expect(await ws.refusal('read_file', { path: 'zero' })).toMatch(/leaves/);
    expect(await ws.ok('list_directory', {})).toMatchObject({
      data: [
        { name: 'pipe', kind: 'other' },
        { name: 'socket', kind: 'other' },
        { name: 'zero', kind: 'link' },
      ],
    });
    server.close();
  });

  it('to a file with a second name elsewhere is read: it is in the workspace', async () => {
    const ws = open();
    linkSync(join(ws.outside, 'secret.txt'), ws.path('hard.txt'));
    expect(await ws.ok('read_file', { path: 'hard.txt' })).toMatchObject({ content: `1\t${SECRET}` });
  });
});

describe("what is Amber's own", () => {
  it('is refused and not listed, under whatever name', async () => {
    const ws = open({ 'servers.json': '{}', 'x/mcp.json': '{}', '.amber/secret': 'key', 'a.txt': 'key' });
    symlinkSync('.amber', ws.path('data'));
    linkSync(ws.path('servers.json'), ws.path('innocent.json'));
    const own = ['.amber/secret', 'data/secret', 'servers.json', 'innocent.json', 'x/mcp.json', 'x/MCP.json'];
    for (const path of [...own, '.AMBER/secret', '.mcp.json', 'mcp.json ', 'ｍcp.json', 'mcp\u200b.json']) {
      expect(await ws.refusal('read_file', { path })).toMatch(/belongs to Amber/);
    }
    expect(paths(await ws.ok('grep_search', { pattern: 'key' }))).toEqual(['a.txt']);
    const { data } = await ws.ok('list_directory', {});
    expect((data as { name: string }[]).map(({ name }) => name)).not.toContain('.amber');
    expect(paths(await ws.ok('glob', { pattern: '**' }))).toEqual(['a.txt']);
  });

  it('cannot be where a workspace is', () => {
    const ws = open();
    expect(() => new Workspace('/')).toThrow(/root/);
    expect(() => new Workspace(ws.path('none'))).toThrow();
    mkdirSync(ws.path('.amber', 'x'), { recursive: true });
    expect(() => new Workspace(ws.path('.amber', 'x'), [ws.amber])).toThrow(/Amber's own/);
  });
});

describe('list_directory', () => {
  it('lists by name, page by page, what is broken too', async () => {
    const ws = open(Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`d/f${at}`, ''])));
    symlinkSync('nowhere', ws.path('d', 'broken'));
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { data, meta } = await ws.ok('list_directory', { path: 'd', ...(cursor && { cursor }) });
      names.push(...(data as { name: string }[]).map(({ name }) => name));
      cursor = (meta as { cursor: string | null }).cursor;
    } while (cursor);
    expect(names).toHaveLength(1201);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('broken');
    writeFileSync(ws.path('.env'), '');
    expect(await ws.ok('list_directory', {})).toMatchObject({
      data: [{ name: '.env', locked: true }, { name: 'd' }],
    });
  });
});

describe('todos', () => {
  it('are kept as they were last given', async () => {
    const ws = open();
    const todos = [
      { text: 'Read', status: 'completed' },
      { text: 'Write', status: 'pending' },
    ];
    await ws.ok('todo_write', { todos: [todos[0], { text: 'Write' }] });
    expect(await ws.ok('todo_read', {})).toEqual({ todos });
  });
});

it('says "aborted" wherever a call is stopped', async () => {
  const ws = open({ 'a.txt': 'one\n', 'b/c.txt': 'one\n' });
  const inputs: Record<string, object> = {
    read_file: { path: 'a.txt' },
    list_directory: {},
    glob: { pattern: '**' },
    grep_search: { pattern: 'one' },
    todo_read: {},
    semantic_search: { query: 'one' },
    web_fetch: { url: 'https://x.example/' },
  };
  const web = async () => new Response('one', { headers: { 'content-type': 'text/plain' } });
  for (const tool of workspaceTools.filter(({ annotations }) => annotations.readOnlyHint)) {
    // Stopping commands has tests of its own, and sub-agents are covered by their runs.
    if (tool.companion || tool.runsCommands || tool.subAgent) continue;
    for (let nth = 1, stopped = true; stopped; nth += 1) {
      const { signal } = stoppingAt(nth);
      const { isError, text } = await ws.call(tool.name, inputs[tool.name], { signal, web });
      stopped = isError;
      if (stopped) expect(text).toMatch(/^Aborted/);
      else expect(nth, `${tool.name} needs an input above that makes it read`).toBeGreaterThan(2);
    }
  }
});
