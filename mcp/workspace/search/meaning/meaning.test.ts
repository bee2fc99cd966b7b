/** Questions in words find the place they are about, and the index matches the current files. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder } from '../../testing/folder';
import { ChunkIndex } from './chunk-index';
import { chunksOf } from './chunks';
import { follow } from './followed';
import { termsOf } from './terms';

const FILES = {
  'src/auth/session.ts':
    'import x from "y";\n\n/** Ends the session of a user who signs out. */\nexport function endSession(userId: string) {\n  return userId;\n}\n',
  'src/billing/invoice.ts':
    'export class InvoiceNumber {\n  next() { return 1; }\n}\nexport const dueDate = 30;\n',
  'docs/deploy.md': '# Deploying\n\nCopy the build to the server and restart the service.\n',
};
let folder: Folder;
beforeEach(() => {
  folder = new Folder(FILES);
});
afterEach(() => folder.remove());

const find = async (query: string, topK = 3) => {
  const { data } = await folder.ok('semantic_search', { query, topK });
  return (data as { path: string; symbols: string[]; from: number; text: string }[]) ?? [];
};
const index = () => folder.ok('index_workspace', {});

describe('the index', () => {
  it('knows what it takes, and takes less when files have gone', () => {
    const chunks = new ChunkIndex();
    const words = (nth: number) => Array.from({ length: 50 }, (_, at) => `word${nth}x${at}`).join(' ');
    for (let nth = 0; nth < 1_200; nth += 1) chunks.put(`${nth}`, chunksOf(`${nth}`, words(nth)));
    const full = chunks.bytes;
    expect(full).toBeGreaterThan(1_200 * 50 * 30);
    expect(full).toBeLessThan(1_200 * 50 * 70);
    for (let nth = 0; nth < 1_100; nth += 1) chunks.remove(`${nth}`);
    expect(chunks.bytes).toBeLessThan(full / 2);
  });

  it('stops where it would take too much, and says so', async () => {
    const { counts } = await follow(folder.workspace, new AbortController().signal, 1);
    expect(counts).toMatchObject({ files: 1, isCut: true });
  });
});

describe('a search by meaning', () => {
  it.each([
    ['where are users signed out', 'src/auth/session.ts'],
    ['invoice numbers', 'src/billing/invoice.ts'],
    ['InvoiceNumber', 'src/billing/invoice.ts'],
    ['how to restart services after deploys', 'docs/deploy.md'],
  ])('finds what %s is about', async (query, path) => {
    const [best] = await find(query);
    expect(best?.path).toBe(path);
    expect(FILES[path as keyof typeof FILES]).toContain(best?.text);
  });

  it('finds nothing for words that stand nowhere', async () => {
    expect(await find('zebra')).toEqual([]);
  });

  it('follows changes, and reads nothing else again', async () => {
    expect(await index()).toEqual({ files: 3, chunks: 3, read: 3, removed: 0 });
    expect(await index()).toMatchObject({ read: 0 });
    folder.put('docs/deploy.md', '# Zebra\n');
    folder.put('new/deep.txt', 'giraffe');
    expect(await index()).toMatchObject({ files: 4, read: 2, removed: 0 });
    expect((await find('zebra'))[0]?.path).toBe('docs/deploy.md');
    expect((await find('giraffe'))[0]?.path).toBe('new/deep.txt');
    expect(await find('restart the service')).toEqual([]);
    await folder.ok('delete_file', { path: 'new/deep.txt' });
    expect(await index()).toMatchObject({ files: 3, read: 0, removed: 1 });
    expect(await find('giraffe')).toEqual([]);
  });

  it('holds neither what git ignores, nor credentials, nor what lies outside, nor what is no text', async () => {
    folder.put('.gitignore', 'ignored/\n');
    folder.put('ignored/a.txt', 'platypus');
    folder.put('.env', 'PLATYPUS=platypus');
    folder.put('.npmrc', 'platypus');
    folder.put('bytes.bin', Buffer.from([0, 1, 2, 0x70]));
    folder.put('.amber/x.txt', 'platypus');
    writeFileSync(`${folder.outside}/out.txt`, 'platypus');
    symlinkSync(folder.outside, folder.path('link'));
    expect(await find('platypus')).toEqual([]);
  });
});

describe('the index', () => {
  it('is the same after many changes as one that is made anew', () => {
    const changed = new ChunkIndex();
    const fresh = new ChunkIndex();
    const text = (nth: number, round: number) =>
      `function name${nth}() { return "word${(nth * round) % 7}"; }`;
    for (let round = 1; round <= 6; round++) {
      for (let nth = 0; nth < 400; nth++) {
        if ((nth + round) % 5 === 0) changed.remove(`f${nth}`);
        else changed.put(`f${nth}`, chunksOf(`f${nth}`, text(nth, round)));
      }
    }
    for (let nth = 0; nth < 400; nth++) {
      if ((nth + 6) % 5 !== 0) fresh.put(`f${nth}`, chunksOf(`f${nth}`, text(nth, 6)));
    }
    for (const query of ['word1 name7', 'name12', 'f3', 'return'])
      expect(paths(changed, query)).toEqual(paths(fresh, query));
    expect(changed.size).toBe(fresh.size);
  });

  it('has pieces that begin with declarations, and an end', () => {
    const body = Array.from({ length: 10 }, (_, at) => `  line ${at}`).join('\n');
    const chunks = chunksOf('a.ts', `function one() {\n${body}\n}\nexport class Two {\n${body}\n}\n`);
    expect(chunks.map(({ from, symbols }) => [from, symbols])).toEqual([
      [1, ['one']],
      [13, ['Two']],
    ]);
    expect(chunksOf('data.txt', 'x\n'.repeat(100_000)).length).toBeLessThanOrEqual(200);
    expect(termsOf('getUserNames user_name HTTPServer')).toEqual(
      expect.arrayContaining(['get', 'user', 'name', 'http', 'server', 'getusername']),
    );
  });
});

const paths = (index: ChunkIndex, query: string) => index.search(termsOf(query), 20).map(({ path }) => path);
