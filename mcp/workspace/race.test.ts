/** Somebody swaps a folder for a link that leaves, again and again, while tools read and write below it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Folder, SECRET } from './testing/folder';

const ROUNDS = 1500;
const SWAP = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const [root, outside] = process.argv.slice(1);
  process.chdir(root);
  console.log('ready');
  const end = Date.now() + 120000;
  while (Date.now() < end) {
    renameSync('d', 'kept');
    symlinkSync(outside, 'd');
    unlinkSync('d');
    renameSync('kept', 'd');
  }`;

it(`${ROUNDS} reads and writes: none is outside`, async () => {
  const ws = new Folder({ 'd/secret.txt': 'inside' });
  const swapper = spawn(process.execPath, ['-e', SWAP, ws.root, ws.outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(swapper.stdout, 'data');
    const counts = { read: 0, written: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const read = await ws.call('read_file', { path: 'd/secret.txt' });
      const written = await ws.call('write_file', { path: `d/new-${round}.txt`, content: 'new' });
      expect(read.text).not.toContain(SECRET);
      counts.read += Number(!read.isError);
      counts.written += Number(!written.isError);
      counts.refused += Number(read.isError) + Number(written.isError);
    }
    // The swap was met, and did not keep everything out.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    expect(readdirSync(ws.outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(ws.outside, 'secret.txt'), 'utf8')).toBe(SECRET);
  } finally {
    swapper.kill();
    await once(swapper, 'close');
    ws.remove();
  }
});
