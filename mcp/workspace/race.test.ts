/** A folder is repeatedly swapped for a link that leads outside, while tools read, write and search below it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesThere, readThere } from './search/files-there';
import { Folder, SECRET } from './testing/folder';

/** `RACE=50000` is the long form: this many reads, and as many writes. */
const ROUNDS = Number(process.env.RACE ?? 1500);
const SEARCHES = 500;
const LONG_MS = 3_600_000;
const SWAP = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const [root, outside] = process.argv.slice(1);
  process.chdir(root);
  console.log('ready');
  const { ppid } = process;
  // Not longer than those who started it live.
  while (process.ppid === ppid) {
    renameSync('d', 'kept');
    symlinkSync(outside, 'd');
    unlinkSync('d');
    renameSync('kept', 'd');
  }`;

/** @param outside the target of the link */
async function whileSwapped(ws: Folder, outside: string, task: () => Promise<void>): Promise<void> {
  const swapper = spawn(process.execPath, ['-e', SWAP, ws.root, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(swapper.stdout, 'data');
    await task();
    // It must have run to the end, or the later rounds would prove nothing.
    expect([swapper.exitCode, swapper.signalCode]).toEqual([null, null]);
  } finally {
    swapper.kill();
    await once(swapper, 'close');
    ws.remove();
  }
}

it(`${ROUNDS} reads and writes: none is outside`, { timeout: LONG_MS }, async () => {
  const ws = new Folder({ 'd/secret.txt': 'inside' });
  await whileSwapped(ws, ws.outside, async () => {
    const counts = { read: 0, written: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const read = await ws.call('read_file', { path: 'd/secret.txt' });
      const written = await ws.call('write_file', { path: `d/new-${round}.txt`, content: 'new' });
      expect(read.text).not.toContain(SECRET);
      counts.read += Number(!read.isError);
      counts.written += Number(!written.isError);
      counts.refused += Number(read.isError) + Number(written.isError);
    }
    // The swap was met, and did not block everything.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    expect(readdirSync(ws.outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(ws.outside, 'secret.txt'), 'utf8')).toBe(SECRET);
  });
});

it(`${SEARCHES} searches tell nothing of what is outside`, async () => {
  const ws = new Folder({ 'd/inside.txt': SECRET, 'd/deep/inside.txt': SECRET });
  mkdirSync(join(ws.outside, 'deep'));
  writeFileSync(join(ws.outside, 'deep/secret.txt'), SECRET);
  // Searched through the folder as it is found, and through its earlier contents: the walk happens after ripgrep.
  const all = ['d/secret.txt', 'd/deep/secret.txt', 'd/inside.txt', 'd/deep/inside.txt'];
  await whileSwapped(ws, ws.outside, async () => {
    const counts = { found: 0, read: 0 };
    const { signal } = new AbortController();
    for (let round = 0; round < SEARCHES; round += 1) {
      const there = await filesThere(ws.workspace, all, signal);
      expect([...there].filter((path) => path.includes('secret'))).toEqual([]);
      counts.found += there.size;
      const read: string[] = [];
      await readThere(ws.workspace, all, signal, (path) => read.push(path));
      expect(read.filter((path) => path.includes('secret'))).toEqual([]);
      counts.read += read.length;
      if (round % 10 > 0) continue;
      for (const [tool, pattern] of [
        ['glob', '**'],
        ['grep_search', 'stands'],
      ] as const)
        expect((await ws.call(tool, { pattern })).text).not.toContain('secret.txt');
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });
});
