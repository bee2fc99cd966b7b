import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { onOneAlone, readRan, tellingStore, told } from './both-databases';
import { sourceFiles } from './imports';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amber-ran-'));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

it('what a file with one database ran, and no file on the other kind, is named, and nothing else', async () => {
  vi.stubEnv('AMBER_STORE_RAN', folder);
  const count = (name: string) => told(name, async (_db: unknown, some: number) => some + 1);
  const [both, one, none] = [count('file both'), count('file one'), count('file none')];
  for (const { name, open } of testDatabases) {
    const { db, close } = await open();
    expect(await both(db, 1)).toBe(2);
    expect(await db.transaction((tx) => both(tx, 2))).toBe(3);
    if (name === 'postgres') expect(await db.transaction((tx) => one(tx, 3))).toBe(4);
    await close();
  }
  expect(await none({}, 4)).toBe(5);
  const ran = readRan(folder);
  const file = import.meta.filename;
  expect(ran.map((one) => `${one.kind} ${one.name}`).toSorted()).toEqual([
    'pglite file both',
    'postgres file both',
    'postgres file one',
  ]);
  expect(new Set(ran.map((one) => one.file))).toEqual(new Set([file]));
  const alone = { name: 'file one', kind: 'postgres', file };
  expect(onOneAlone(ran, () => true)).toEqual([alone]);
  // Another file runs it on the other kind, or this one never declared that one is enough.
  const elsewhere = { ...alone, kind: 'pglite', file: 'another' };
  expect(onOneAlone([...ran, elsewhere], (from) => from === file)).toEqual([]);
  expect(onOneAlone(ran, () => false)).toEqual([]);
});

it('functions of the store tell, and those of nothing else', () => {
  vi.stubEnv('AMBER_STORE_RAN', folder);
  const code = 'export async function readOne(db) {}\nexport function* all() {}\nfunction own() {}';
  const { transform } = tellingStore();
  expect(transform(code, '/some/where/lib/store/chats/bin.ts')?.code.split('\n').slice(-2)).toEqual([
    'readOne = __told("lib/store/chats/bin readOne", readOne);',
    'all = __told("lib/store/chats/bin all", all);',
  ]);
  expect(transform(code, '/some/where/lib/chats/bin.ts')).toBeNull();
  vi.stubEnv('AMBER_STORE_RAN', '');
  expect(transform(code, '/some/where/lib/store/chats/bin.ts')).toBeNull();
});

it('a file that was kept by a run that tells nothing is none for one that does', () => {
  const { configureVitest } = tellingStore();
  let key = (): string | undefined => 'none';
  configureVitest({
    defineCacheKeyGenerator: (keyOf) => {
      key = keyOf;
    },
  });
  vi.stubEnv('AMBER_STORE_RAN', folder);
  const telling = key();
  vi.stubEnv('AMBER_STORE_RAN', '');
  expect(telling).not.toBe(key());
});

it('no function of the store that runs a statement is written so that its calls are not heard', () => {
  const root = join(import.meta.dirname, '../..');
  const files = sourceFiles(root).filter((file) => /^lib\/store\/.*(?<!\.test)\.ts$/.test(file));
  const unheard = files.filter((file) =>
    /^export const \w+ = async |^export const \w+ = \([^)]*\): Promise</m.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(unheard, 'Write them as `export async function`').toEqual([]);
});
