import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock';

const LOCK_MODULE = new URL('./lock.ts', import.meta.url).href;

let dataDir: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'amber-lock-'));
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another process that tries the lock; resolves to its output: `held`, or the refusal. */
async function tryElsewhere(): Promise<{ child: ChildProcess; said: string }> {
  const code = `
    const { lockFolder } = await import(${JSON.stringify(LOCK_MODULE)});
    try { lockFolder(${JSON.stringify(join(dataDir, 'db'))}); console.log('held'); }
    catch (error) { console.log(error.message); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

test('a folder that a living process holds is refused, with the folder and the process named', async () => {
  const holder = await tryElsewhere();
  expect(holder.said).toBe('held');
  const attempt = () => lockFolder(join(dataDir, 'db'));
  expect(attempt).toThrow(dataDir);
  expect(attempt).toThrow(`process ${holder.child.pid}`);
});

test('the same process does not get it twice either', () => {
  const release = lockFolder(join(dataDir, 'db'));
  expect(() => lockFolder(join(dataDir, 'db'))).toThrow(`process ${process.pid}`);
  release();
});

test('what a dead process held is taken over', async () => {
  const holder = await tryElsewhere();
  holder.child.kill('SIGKILL');
  await once(holder.child, 'exit');
  expect(readdirSync(dataDir)).toEqual(['.db.lock']);
  lockFolder(join(dataDir, 'db'))();
  expect(readdirSync(dataDir)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('a process id that was given out again holds nothing', () => {
  const file = join(dataDir, '.db.lock');
  writeFileSync(file, JSON.stringify({ pid: process.ppid, start: 'long ago' }));
  const release = lockFolder(join(dataDir, 'db'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
});

test('a lock that cannot be read counts as none', () => {
  writeFileSync(join(dataDir, '.db.lock'), '{"pid":');
  lockFolder(join(dataDir, 'db'))();
});

test('a process that died while it took the lock does not bar it for ever', () => {
  const turn = join(dataDir, '.db.lock.taking');
  mkdirSync(turn);
  utimesSync(turn, new Date(0), new Date(0));
  lockFolder(join(dataDir, 'db'))();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('of many that start together after a crash exactly one gets it', async () => {
  writeFileSync(join(dataDir, '.db.lock'), JSON.stringify({ pid: 2 ** 30, start: '1' }));
  const attempts = await Promise.all(Array.from({ length: 8 }, tryElsewhere));
  expect(attempts.filter(({ said }) => said === 'held')).toHaveLength(1);
});
