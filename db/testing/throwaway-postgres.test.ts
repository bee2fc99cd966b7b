import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { openDatabase, rowsOf } from '../client';
import { startPostgres } from './throwaway-postgres';

async function settingOf(url: string, name: string): Promise<string | undefined> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  const [row] = await rowsOf<{ value: string }>(db, sql`select current_setting(${name}) as value`);
  await close();
  return row?.value;
}

test.each([
  { durable: false, source: undefined, fsync: 'off' },
  { durable: true, source: 'npm' as const, fsync: 'on' },
])('a server (durable: $durable) starts, answers and stops', async ({ fsync, durable, source }) => {
  const server = await startPostgres(source ? { durable, source } : { durable });
  expect(await settingOf(server.url, 'fsync')).toBe(fsync);
  await server.stop();
  await expect(settingOf(server.url, 'fsync')).rejects.toThrow();
});

test('a server ends when the process that started it is killed', async () => {
  const module = new URL('./throwaway-postgres.ts', import.meta.url).href;
  const code = `
    const { startPostgres } = await import(${JSON.stringify(module)});
    console.log((await startPostgres()).url);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(starter.stdout, 'data');
  const url = String(said).trim();
  expect(await settingOf(url, 'fsync')).toBe('off');
  starter.kill('SIGKILL');
  await vi.waitFor(() => expect(settingOf(url, 'fsync')).rejects.toThrow(), {
    timeout: 20_000,
    interval: 100,
  });
});
