/** All changes of a chat together, and a patch that reproduces them from the original state. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { snapshot } from '../commands/testing/place';
import { Folder } from '../testing/folder';
import { changedFiles } from './changed-files';
import { Kept } from './kept';

let folder: Folder;
let copy: string;
const calls: string[] = [];
beforeEach(() => {
  folder = new Folder({ 'a.txt': 'one\ntwo\n', 'dir/b.txt': 'no end', 'c.txt': 'same\n', 'gone.txt': 'x\n' });
  copy = mkdtempSync(join(tmpdir(), 'amber-copy-'));
  cpSync(folder.root, copy, { recursive: true });
  calls.length = 0;
});
afterEach(() => {
  folder.remove();
  rmSync(copy, { recursive: true, force: true });
  rmSync(`${copy}.patch`, { force: true });
});

async function call(name: string, input: object): Promise<void> {
  const callId = `call-${calls.push('')}`;
  calls[calls.length - 1] = callId;
  const { isError, text } = await folder.call(name, input, { callId });
  if (isError) throw new Error(text);
}
const changed = async () =>
  changedFiles(new Kept(join(folder.layers, 'undo'), folder.root), folder.workspace, calls);

it('is each file that stands otherwise now, over all calls, and the patch makes the same', async () => {
  await call('str_replace', folder.edit('a.txt', 'one', 'first'));
  await call('str_replace', folder.edit('a.txt', 'two', 'second'));
  await call('str_replace', folder.edit('dir/b.txt', 'no', 'still no'));
  await call('write_file', { path: 'new file.txt', content: 'new\n' });
  await call('delete_file', { path: 'gone.txt' });
  await call('str_replace', folder.edit('c.txt', 'same', 'other'));
  await call('str_replace', folder.edit('c.txt', 'other', 'same'));
  const { files, isCut } = await changed();
  expect(isCut).toBe(false);
  expect(files.map(({ path, kind, diff }) => [path, kind, diff?.added, diff?.removed])).toEqual([
    ['a.txt', 'changed', 2, 2],
    ['dir/b.txt', 'changed', 1, 1],
    ['gone.txt', 'deleted', 0, 1],
    ['new file.txt', 'added', 1, 0],
  ]);
  writeFileSync(`${copy}.patch`, files.map(({ patch }) => patch).join(''));
  execFileSync('git', ['apply', '--unsafe-paths', `--directory=${copy}`, `${copy}.patch`], {
    cwd: '/',
  });
  expect(snapshot(copy)).toEqual(snapshot(folder.root));
});

it('tells nothing of what may hold credentials, or is no text, but that it has changed', async () => {
  folder.put('bytes.bin', Buffer.from([0, 1, 2]));
  await call('delete_file', { path: 'bytes.bin' });
  folder.card = [{ label: 'File', value: '.env' }];
  await call('write_file', { path: '.env', content: 'KEY=secret' });
  expect(await changed()).toEqual({
    files: [
      { path: '.env', kind: 'added' },
      { path: 'bytes.bin', kind: 'deleted' },
    ],
    isCut: false,
  });
});

it('compares for so long and no longer: of the rest it tells that they have changed', async () => {
  const noise = (seed: number) => {
    let at = seed;
    const next = () => {
      at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
      return at.toString(36);
    };
    return `head\n${Array.from({ length: 30_000 }, next).join('\n')}\n`;
  };
  for (let nth = 0; nth < 3; nth += 1) {
    folder.put(`n${nth}.txt`, noise(nth + 1));
    await call('str_replace', folder.edit(`n${nth}.txt`, 'head', 'hand'));
    folder.put(`n${nth}.txt`, noise(nth + 100));
  }
  const { files } = await changed();
  expect(files).toEqual([0, 1, 2].map((nth) => ({ path: `n${nth}.txt`, kind: 'changed' })));
});
