/** A file that is read at once is the one that was checked, and nothing that could keep a process waiting. */
import { execFileSync } from 'node:child_process';
import { statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readThere } from '../search/files-there';
import { Folder } from '../testing/folder';
import { readHeldNow } from './held';

let folder: Folder;
beforeEach(() => {
  folder = new Folder({ 'a.txt': 'small', 'd/b.txt': 'text' });
});
afterEach(() => folder.remove());

it('reads no file that has grown beyond what is wanted since it was looked at', () => {
  const path = join(folder.root, 'a.txt');
  const isWanted = ({ size }: { size: bigint }) => {
    truncateSync(path, 1_000_000);
    return size <= 100;
  };
  expect(readHeldNow(path, isWanted)).toBeUndefined();
  expect(statSync(path).size).toBe(1_000_000);
});

it('leaves out pipes, links and folders without waiting for anybody', async () => {
  execFileSync('mkfifo', [join(folder.root, 'pipe')]);
  symlinkSync('a.txt', join(folder.root, 'link'));
  symlinkSync('d', join(folder.root, 'e'));
  folder.put('.env', 'KEY=1');
  folder.put('f/\u202ename.txt', 'hidden');
  folder.put('huge.txt', '');
  truncateSync(join(folder.root, 'huge.txt'), 20_000_001);
  const all = [
    'pipe',
    'link',
    'd',
    'e/b.txt',
    '.env',
    'f/\u202ename.txt',
    'huge.txt',
    '../a.txt',
    'none',
    '',
  ];
  const read: string[] = [];
  await readThere(folder.workspace, [...all, 'd/b.txt'], new AbortController().signal, (path) =>
    read.push(path),
  );
  expect(read).toEqual(['d/b.txt']);
});
