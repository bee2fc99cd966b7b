import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Preview } from '../define-tool';
import { Folder, SECRET } from './testing/folder';

let folder: Folder;
const open = (files: Record<string, string | Buffer> = {}) => {
  folder = new Folder(files);
  return folder;
};
afterEach(() => folder.remove());

const bytes = (path: string) => folder.bytes(path);
const hash = (path: string) => folder.hash(path);
const edit = (path: string, old: string, now: string) => folder.edit(path, old, now);
const print = () => folder.print();

/** Refused by the tool and by its preview, with the same message, with nothing changed. */
async function refused(name: string, input: unknown): Promise<string> {
  const before = print();
  const words = await folder.refusal(name, input);
  expect(await folder.refusal(`${name}_preview`, input)).toBe(words);
  expect(print()).toBe(before);
  return words;
}

/** Does what its preview said. */
async function done(name: string, input: unknown): Promise<Preview> {
  const before = print();
  const preview = (await folder.ok(`${name}_preview`, input)) as Preview;
  expect(print()).toBe(before);
  await folder.ok(name, input);
  expect(print()).not.toBe(before);
  return preview;
}

describe('str_replace', () => {
  it.each([
    ['two places', 'a\nb\na\n', 'a', 'c', /more than once \(lines 1 and 3\)/],
    ['two that overlap', 'aaa', 'aa', 'b', /more than once/],
    [
      'first and last line agree, the middle does not',
      'f(){\n A\n}\n',
      'f(){\n B\n C\n}',
      'z',
      /nearest lines are 1: "f\(\)\{"/,
    ],
    ['half a character', 'a \u{1f600} b', '\ud83d', 'x', /not in the file/],
    ['half a character where one is broken', 'a \ufffd b', '\ud83d', 'x', /not in the file/],
    ['white space', '  x\n', 'x ', 'y', /nearest lines are 1: " {2}x"/],
    ['nothing would change', 'a', 'a', 'a', /nothing would change/i],
  ])('%s: nothing is written', async (_, text, old, now, words) => {
    open({ 'f.txt': text });
    expect(await refused('str_replace', edit('f.txt', old, now))).toMatch(words);
  });

  it('takes what it puts there as it is, and answers the hash of it', async () => {
    const ws = open({ 'f.txt': 'cost: X' });
    const { diffs } = await done('str_replace', edit('f.txt', 'X', '$& and $1 $$ $`'));
    expect(bytes('f.txt').toString()).toBe('cost: $& and $1 $$ $`');
    expect(diffs).toMatchObject([{ path: 'f.txt', added: 1, removed: 1 }]);
    const { hash: now } = await ws.ok('str_replace', edit('f.txt', 'cost', 'price'));
    expect(now).toBe(hash('f.txt'));
  });

  it('leaves every other byte, the mark, the line ends and the mode as they are', async () => {
    open({ 'dos.txt': '\uFEFFone\r\ntwo\r\nthree', 'mixed.txt': 'one\r\ntwo\nthree\r\n' });
    chmodSync(folder.path('dos.txt'), 0o755);
    await done('str_replace', edit('dos.txt', 'one\ntwo', 'eins\nzwei'));
    expect(bytes('dos.txt').toString()).toBe('\uFEFFeins\r\nzwei\r\nthree');
    expect(statSync(folder.path('dos.txt')).mode & 0o7777).toBe(0o755);
    await done('str_replace', edit('mixed.txt', 'two\nthree', 'zwei\ndrei'));
    expect(bytes('mixed.txt').toString()).toBe('one\r\nzwei\ndrei\r\n');
  });

  it.each([
    ['its mark and a second one', '\uFEFF\uFEFFone', 'one', 'two', '\uFEFF\uFEFFtwo'],
    ['a mark that is put in', '\uFEFFone', 'one', '\uFEFFtwo', '\uFEFF\uFEFFtwo'],
    ['a mark that is taken out', '\uFEFF\uFEFFone', '\uFEFFone', 'one', '\uFEFFone'],
    ['a mark where there was none', 'one', 'one', '\uFEFFone', '\uFEFFone'],
    ['what is written otherwise and looks the same', '\u00e9 e\u0301', 'e\u0301', 'E', '\u00e9 E'],
  ])('writes what the card shows and no byte else: %s', async (_, before, old, now, after) => {
    open({ a: before });
    await done('str_replace', edit('a', old, now));
    expect(JSON.stringify(bytes('a').toString())).toBe(JSON.stringify(after));
  });

  it('changes only what was read, and is that still', async () => {
    open({ 'f.txt': 'one' });
    const input = edit('f.txt', 'one', 'two');
    expect(await refused('str_replace', { ...input, hash: '0'.repeat(32) })).toMatch(/was not read/);
    expect(await folder.refusal('str_replace', { ...input, hash: undefined })).toMatch(/hash/);
    folder.put('f.txt', 'one and more');
    expect(await refused('str_replace', input)).toMatch(/is not what it was/);
  });

  it('writes a new file where the old had a second name, which keeps the old one', async () => {
    open({ 'f.txt': 'one' });
    linkSync(folder.path('f.txt'), join(folder.outside, 'other.txt'));
    await done('str_replace', edit('f.txt', 'one', 'two'));
    expect(readFileSync(join(folder.outside, 'other.txt'), 'utf8')).toBe('one');
  });

  it('through a link within the workspace changes what it leads to, and says so', async () => {
    open({ 'in/f.txt': 'one' });
    symlinkSync('in/f.txt', folder.path('link'));
    const { lines } = await done('str_replace', { ...edit('in/f.txt', 'one', 'two'), path: 'link' });
    expect(lines).toEqual([{ label: 'File', value: 'in/f.txt' }]);
    expect(lstatSync(folder.path('link')).isSymbolicLink()).toBe(true);
  });
});

describe('patch_file', () => {
  it('makes all changes or none', async () => {
    open({ 'f.txt': 'one\ntwo\nthree\n' });
    const patches = [
      { find: 'one', replace: '1' },
      { find: 'four', replace: '4' },
    ];
    expect(await refused('patch_file', { path: 'f.txt', patches, hash: hash('f.txt') })).toMatch(
      /patches\.1\.find/,
    );
    const fitting = [patches[0], { find: '1\ntwo', replace: '2' }];
    await done('patch_file', { path: 'f.txt', patches: fitting, hash: hash('f.txt') });
    expect(bytes('f.txt').toString()).toBe('2\nthree\n');
  });
});

describe('write_file', () => {
  it('writes a new file, and the whole of one that was read', async () => {
    open({ 'f.txt': 'one\r\n' });
    const { lines, diffs } = await done('write_file', { path: 'new.txt', content: 'a\nb\n' });
    expect(lines).toEqual([{ label: 'New file', value: 'new.txt' }]);
    expect(diffs).toEqual([{ path: 'new.txt', added: 2, removed: 0, text: '@@ -0,0 +1,2 @@\n+a\n+b' }]);
    expect(await refused('write_file', { path: 'new.txt', content: 'c' })).toMatch(/was not read/);
    expect(
      await refused('write_file', { path: 'new.txt', content: 'a\nb\n', hash: hash('new.txt') }),
    ).toMatch(/exactly that/);
    await done('write_file', { path: 'f.txt', content: 'two\nthree\n', hash: hash('f.txt') });
    expect(bytes('f.txt').toString()).toBe('two\r\nthree\r\n');
    expect(await refused('write_file', { path: 'none/f.txt', content: '' })).toMatch(/no folder "none"/);
  });

  it('never writes over what came there meanwhile', async () => {
    const ws = open({ 'f.txt': 'one' });
    // The other change happens during a check of the signal.
    const signal = AbortSignal.any([]);
    const input = { ...edit('f.txt', 'one', 'two') };
    let checks = 0;
    const last = 6;
    signal.throwIfAborted = () => {
      checks += 1;
      if (checks === last) ws.put('f.txt', 'theirs');
    };
    const { isError, text } = await ws.call('str_replace', input, { signal });
    expect(checks).toBeGreaterThanOrEqual(last);
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringContaining('changed meanwhile'),
    });
    expect(bytes('f.txt').toString()).toBe('theirs');
    expect(readdirSync(ws.root)).toEqual(['f.txt']);
  });
});

describe('move_file, delete_file and make_directory', () => {
  it('move, and name what is replaced', async () => {
    open({ 'a.txt': 'a', 'b.txt': 'b\n', 'dir/c.txt': 'c' });
    const { lines, diffs } = await done('move_file', { from: 'a.txt', to: 'b.txt' });
    expect(lines.map(({ label, value }) => [label, value])).toEqual([
      ['Moved', 'a.txt'],
      ['', expect.stringContaining('1 bytes')],
      ['To', 'b.txt'],
      ['Replaced', 'b.txt'],
      ['', expect.stringContaining('2 bytes')],
    ]);
    expect(diffs).toMatchObject([{ removed: 1, text: expect.stringContaining('-b') }]);
    expect(bytes('b.txt').toString()).toBe('a');
    await done('move_file', { from: 'dir', to: 'other' });
    await done('move_file', { from: 'other/c.txt', to: 'c.txt' });
    expect(bytes('c.txt').toString()).toBe('c');
    for (const input of [
      { from: 'c.txt', to: 'other' },
      { from: 'other', to: 'c.txt' },
      { from: 'x', to: 'y' },
      { from: 'c.txt', to: './c.txt' },
      { from: '.', to: 'x' },
    ])
      await refused('move_file', input);
  });

  it('delete a file, a link and not what it leads to, and a folder that is empty', async () => {
    open({ 'a.txt': 'a\nb\n', 'dir/c.txt': 'c' });
    symlinkSync(join(folder.outside, 'secret.txt'), folder.path('link'));
    expect((await done('delete_file', { path: 'a.txt' })).diffs).toMatchObject([{ added: 0, removed: 2 }]);
    await done('delete_file', { path: 'link' });
    expect(readFileSync(join(folder.outside, 'secret.txt'), 'utf8')).toBe(SECRET);
    expect(await refused('delete_file', { path: 'dir' })).toMatch(/1 entries/);
    await done('delete_file', { path: 'dir/c.txt' });
    await done('delete_file', { path: 'dir' });
    await refused('delete_file', { path: '.' });
  });

  it('make folders, twice as once', async () => {
    const ws = open();
    expect(await ws.ok('make_directory', { path: 'a/b/c' })).toMatchObject({ created: 3 });
    const before = print();
    expect(await ws.ok('make_directory', { path: 'a/b/c' })).toMatchObject({ created: 0 });
    expect(print()).toBe(before);
  });
});

describe('what must ask a person in every mode', () => {
  const locked = [
    '.env',
    '.env.local',
    '.ENV',
    '.git/config',
    '.git/hooks/pre-commit',
    '.GIT/hooks/x',
    '.husky/pre-push',
    'a/.git/HEAD',
    '.git./x',
    'GIT~1/x',
    '.g\u200cit/x',
    'sub/key.pem',
    '.vscode/tasks.json',
  ];

  it.each(locked)('%j is neither written, replaced, deleted nor made without a card', async (path) => {
    open({ [path]: 'x', 'plain.txt': 'y', 'new/x': '' });
    const inputs: [string, object][] = [
      ['write_file', { path, content: 'evil', hash: hash(path) }],
      ['str_replace', edit(path, 'x', 'evil')],
      ['patch_file', { path, patches: [{ find: 'x', replace: 'evil' }], hash: hash(path) }],
      ['delete_file', { path }],
      ['move_file', { from: path, to: 'out.txt' }],
      ['move_file', { from: 'plain.txt', to: path }],
    ];
    for (const [name, input] of inputs) {
      expect(await folder.refusal(name, input)).toMatch(/without a person, in any mode/);
      expect(await folder.ok(`${name}_risk`, input)).toMatchObject({ asksAlways: true });
    }
    expect(await folder.refusal('make_directory', { path: `new/.git/${path}` })).toMatch(/in any mode/);
    expect(await folder.refusal('move_file', { from: 'new', to: '.git' })).toMatch(/in any mode/);
  });

  it("Amber's own is refused, and no folder around it is moved away", async () => {
    open({ '.amber/secret': 'x', 'servers.json': '{}', 'plain.txt': 'y' });
    for (const path of ['.amber/secret', 'servers.json', 'mcp.json', '.amber/new']) {
      expect(await refused('write_file', { path, content: 'x' })).toMatch(/belongs to Amber/);
      expect(await refused('move_file', { from: 'plain.txt', to: path })).toMatch(/belongs to Amber/);
    }
    expect(await refused('move_file', { from: '.amber', to: 'amber' })).toMatch(/belongs to Amber/);
    renameSync(folder.amber, join(folder.around, 'data'));
    symlinkSync(join(folder.around, 'data'), folder.amber);
    expect(await refused('delete_file', { path: '.amber' })).toMatch(/belongs to Amber/);
  });
});

describe('paths that leave', () => {
  it('are written by nothing, whether what they name is there or not', async () => {
    open({ 'a.txt': 'a' });
    symlinkSync(folder.outside, folder.path('dir'));
    symlinkSync(join(folder.outside, 'new.txt'), folder.path('dangling'));
    for (const path of ['../ws-evil/f', `${folder.outside}/f`, 'dir/new.txt', 'dangling', 'a/../../ws/f']) {
      await refused('write_file', { path, content: 'x' });
      expect(await folder.refusal('make_directory', { path: `${path}/x` })).not.toMatch(/Made/);
    }
    await refused('move_file', { from: 'a.txt', to: 'dir/a.txt' });
    await refused('delete_file', { path: 'dir/secret.txt' });
  });
});

it('edits of a folder that is gone say so', async () => {
  const ws = open({ 'd/a.txt': 'a' });
  mkdirSync(ws.path('e'));
  expect(await ws.refusal('str_replace', { ...edit('d/a.txt', 'a', 'b'), path: 'e/a.txt' })).toMatch(
    /no file/,
  );
});
