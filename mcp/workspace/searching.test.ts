/** Searches by name and by text: what they find, and what they never reveal. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Folder } from './testing/folder';

let folder: Folder;
const open = (files: Record<string, string | Buffer> = {}) => {
  folder = new Folder(files);
  return folder;
};
afterEach(() => folder.remove());

const paths = (output: Record<string, unknown>) =>
  (output.data as { path: string }[]).map(({ path }) => path);

describe('what may hold credentials', () => {
  const names = [
    '.env',
    '.env.local',
    '.ENV',
    '.env.',
    '.e\u200dnv',
    'key.PEM',
    '.ssh/id_rsa',
    '.git/config',
    'ENV~1',
  ];

  it.each(names)('%j is not read, and not found', async (path) => {
    const ws = open({ [path]: 'PASSWORD=1' });
    expect(await ws.refusal('read_file', { path })).toMatch(/is not read without a person/);
    for (const literal of [true, false])
      expect(await ws.ok('grep_search', { pattern: 'PASSWORD', literal })).toMatchObject({ data: [] });
    expect(paths(await ws.ok('glob', { pattern: '**' }))).toEqual([]);
  });

  it('is not counted either: no page and no cursor tells what it holds', async () => {
    const ws = open({ 'a.txt': 'PASSWORD\n'.repeat(200) });
    for (const path of [...names, '.amber/own', 'mcp.json']) ws.put(path, 'PASSWORD=1\n'.repeat(20_100));
    const { data, meta, truncated } = await ws.ok('grep_search', { pattern: 'PASSWORD' });
    expect(data).toHaveLength(200);
    expect({ meta, truncated }).toMatchObject({ meta: { cursor: null, hasNextPage: false } });
    expect(truncated).toBeUndefined();
  });

  it('nor named by the cursor between two pages of paths', async () => {
    const ws = open();
    const hidden = [...names, '.amber/own', '.GIT/HEAD', 'servers.json'];
    for (const path of hidden) ws.put(path, '');
    // More than a page of each, so that one of them would be its last.
    for (let at = 0; at < 501; at++)
      for (const name of ['.amber/', '.env.', 'm/.env']) ws.put(`${name}${at}`, '');
    ws.put('z.txt', '');
    for (const pattern of ['**', '.env*', '*1*'])
      expect(await ws.ok('glob', { pattern })).toMatchObject({ meta: { cursor: null, hasNextPage: false } });
    expect(paths(await ws.ok('glob', { pattern: '**' }))).toEqual(['z.txt']);
  });

  it('and no cursor of a folder names what is Amber’s own', async () => {
    const ws = open({ 'mcp.json': '', z: '' });
    for (let at = 100; at < 599; at++) ws.put(`a${at}`, '');
    const { meta } = await ws.ok('list_directory', { path: '.' });
    expect(meta).toMatchObject({ cursor: 'a598', hasNextPage: true });
    const next = await ws.ok('list_directory', { path: '.', cursor: 'a598' });
    expect(next).toMatchObject({ data: [{ name: 'z' }], meta: { hasNextPage: false } });
  });

  it('nor what a version control keeps, however its folder is written', async () => {
    const files = ['.git/HEAD', '.GIT/HEAD', 'sub/.Git', '.hg/store', '.SVN/x'];
    const ws = open(Object.fromEntries(files.map((path) => [path, 'ref: main\n'])));
    expect(paths(await ws.ok('glob', { pattern: '**' }))).toEqual([]);
    expect(await ws.ok('grep_search', { pattern: 'ref' })).toMatchObject({ data: [] });
  });
});

describe('glob and grep_search', () => {
  const tree = {
    'src/a.ts': 'const a = 1;\n// (a+)+$\n',
    'src/deep/b.ts': 'const b = "a".repeat(2);\n',
    'src/c.js': 'c',
    'b.ts': '--pre=./x.sh\n',
    '.hidden.ts': 'h',
    'dist/a.ts': 'const a = 1;',
    '.gitignore': 'dist\n*.log\n',
    'x.log': 'const',
  };

  it('find what fits, without what git ignores', async () => {
    const ws = open(tree);
    const found = async (input: object) => paths(await ws.ok('glob', input));
    expect(await found({ pattern: '*.ts' })).toEqual(['.hidden.ts', 'b.ts', 'src/a.ts', 'src/deep/b.ts']);
    expect(await found({ pattern: 'src/*.ts' })).toEqual(['src/a.ts']);
    expect(await found({ pattern: 'src/**/*.{ts,js}' })).toEqual(['src/a.ts', 'src/c.js', 'src/deep/b.ts']);
    expect(await found({ pattern: '**/[ab].ts', path: 'src' })).toEqual(['src/a.ts', 'src/deep/b.ts']);
    expect(await found({ pattern: 'x.log' })).toEqual([]);
    expect(await found({ pattern: '`touch pwned`' })).toEqual([]);
    expect(await found({ pattern: '*a*a*a*a*a*a*a*a*a*a*a*b' })).toEqual([]);
    expect(await ws.refusal('glob', { pattern: '{a,b}'.repeat(20) })).toMatch(/alternatives/);
  });

  it('go by what is ignored above the folder, and above the workspace', async () => {
    const ws = open({
      'src/a.ts': 'const',
      'src/x.log': 'const',
      'src/b.tmp': 'const',
      '.gitignore': '*.log',
    });
    const all = async () => [
      paths(await ws.ok('glob', { pattern: '*', path: 'src' })),
      paths(await ws.ok('grep_search', { pattern: 'const', path: 'src' })),
    ];
    expect(await all()).toEqual([
      ['src/a.ts', 'src/b.tmp'],
      ['src/a.ts', 'src/b.tmp'],
    ]);
    writeFileSync(join(ws.around, '.gitignore'), '*.tmp\n');
    expect(await all()).toEqual([['src/a.ts'], ['src/a.ts']]);
    expect(paths(await ws.ok('glob', { pattern: 'src/*' }))).toEqual(['src/a.ts']);
  });

  it('tell nothing outside by a name that is two lines', async () => {
    const ws = open({ 'x\n../ws-evil/secret.txt': 'stands', 'y\n./z': 'stands' });
    for (const tool of ['glob', 'grep_search']) {
      const { text } = await ws.call(tool, { pattern: tool === 'glob' ? '**' : 'stands' });
      expect(text).not.toContain('secret.txt');
    }
  });

  it('find lines, by patterns that are options, take for ever elsewhere, or are wrong', async () => {
    const ws = open(tree);
    const found = async (input: object) => (await ws.ok('grep_search', input)).data;
    expect(await found({ pattern: '^const' })).toEqual([
      { path: 'src/a.ts', line: 1, text: 'const a = 1;' },
      { path: 'src/deep/b.ts', line: 1, text: 'const b = "a".repeat(2);' },
    ]);
    expect(await found({ pattern: 'const', glob: 'src/*.ts' })).toHaveLength(1);
    expect(await found({ pattern: '--pre=./x.sh' })).toHaveLength(1);
    expect(await found({ pattern: '(a+)+$', literal: true })).toEqual([
      { path: 'src/a.ts', line: 2, text: '// (a+)+$' },
    ]);
    expect(await found({ pattern: '(a+)+$' })).toEqual([]);
    expect(await ws.refusal('grep_search', { pattern: '(' })).toMatch(/regex parse error/);
    expect(await ws.refusal('grep_search', { pattern: 'x', path: 'none' })).toMatch(/There is no/);
  });

  it('come page by page, each match once', async () => {
    const ws = open(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.txt`, 'hit\n'.repeat(30)])),
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { data, meta } = await ws.ok('grep_search', { pattern: 'hit', ...(cursor && { cursor }) });
      seen.push(...(data as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`));
      cursor = (meta as { cursor: string | null }).cursor;
    } while (cursor);
    expect(seen.length).toBe(900);
    expect(new Set(seen).size).toBe(900);
  });
});
