/** The isolation of the programs that read files, and what ends them if nobody else does. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Patience, readerArguments } from './run-reader';
import { slowPdf } from './testing/files';

const PATIENCE: Patience = {
  time: 600_000,
  memory: 2_000_000_000,
  heap: 384_000_000,
  answer: 4_000_000,
  line: 4_000_000,
};
const argumentsWith = (patience: Partial<Patience> = {}) =>
  readerArguments({ program: 'main.ts', args: ['1000'], patience: { ...PATIENCE, ...patience } });

it('is around its own code: no settings, no data, and nothing of ours can be read', () => {
  const probe = `
    const { readFileSync } = require('node:fs');
    const outcome = (path) => { try { readFileSync(path); return 'read'; } catch ({ code }) { return code; } };
    console.log(JSON.stringify(process.argv.slice(1).map(outcome)));`;
  const flags = argumentsWith().filter((one) => one.startsWith('--'));
  const outcomes = (paths: string[]) =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [...flags, '-e', probe, ...paths.map((path) => join(process.cwd(), path))],
        {
          encoding: 'utf8',
        },
      ),
    );
  const closed = [
    '.env.local',
    '.env',
    '.amber/secret',
    'package.json',
    'lib/env.ts',
    'lib/uploads/limits.ts',
  ];
  closed.push('node_modules/postgres/package.json', '../.env', '../../etc/passwd');
  expect(outcomes(closed)).toEqual(closed.map(() => 'ERR_ACCESS_DENIED'));
  expect(outcomes(['lib/uploads/reader/main.ts', 'node_modules/sax/package.json'])).toEqual(['read', 'read']);
});

it.each([
  ['its time', { time: 100 }],
  ['its memory', { memory: 1_000_000 }],
])('ends itself at %s', async (_what, patience) => {
  const reader = spawn(process.execPath, argumentsWith(patience), { stdio: ['pipe', 'ignore', 'ignore'] });
  reader.stdin.on('error', () => undefined).end(slowPdf());
  expect(await once(reader, 'exit')).toEqual([null, 'SIGKILL']);
});

it('ends itself when the app has died', async () => {
  // The inherited descriptor is closed when both have ended.
  const parent = `
    const { spawn } = require('node:child_process');
    const args = ${JSON.stringify(argumentsWith())}.map((one) => (one === '${process.pid}' ? String(process.pid) : one));
    const reader = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
    process.stdin.pipe(reader.stdin).on('finish', () => console.log('given'));`;
  const app = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'pipe'] });
  app.stdin.end(slowPdf());
  await once(app.stdout, 'data');
  const ended = once(app.stderr.resume(), 'close');
  app.kill('SIGKILL');
  await ended;
});

it('reads nothing without its limits', async () => {
  const bare = argumentsWith().slice(0, -4);
  const reader = spawn(process.execPath, bare, { stdio: ['pipe', 'pipe', 'ignore'] });
  reader.stdin.on('error', () => undefined).end('words');
  expect(await reader.stdout.toArray()).toEqual([]);
});
