/** The responses while PostgreSQL is stopped, and that the same process answers again afterwards. */
import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres, type ThrowawayPostgres } from '@/db/testing/throwaway-postgres';

const SECRET = 'x'.repeat(32);

let server: ThrowawayPostgres;

beforeAll(async () => {
  server = await startPostgres();
  vi.resetModules();
  vi.stubEnv('AMBER_DATA_DIR', mkdtempSync(join(tmpdir(), 'amber-away-')));
  vi.stubEnv('DATABASE_URL', server.url);
  vi.stubEnv('AMBER_SECRET', SECRET);
});
afterAll(async () => {
  const { closeDatabase } = await import('@/lib/database');
  await closeDatabase();
  vi.unstubAllEnvs();
  vi.resetModules();
  await server.stop();
});

/** With a cookie that we signed, of a session that only the database could verify. */
const TOKEN = 'of somebody';
const SIGNED = `${TOKEN}.${createHmac('sha256', SECRET).update(TOKEN).digest('base64')}`;
const cookie = `amber.session_token=${encodeURIComponent(SIGNED)}`;
const asked = (path: string) => new Request(`http://localhost:3000${path}`, { headers: { cookie } });
const context = { params: Promise.resolve(undefined) };

test('503 and when to try again while PostgreSQL is stopped, and 200 once it is back, in one process', async () => {
  const { GET: health } = await import('@/app/api/health/route');
  const answer = () => health(asked('/api/health'), context);
  expect((await answer()).status).toBe(200);
  const back = server.restart(3_000);
  await expect.poll(async () => (await answer()).status).toBe(503);
  const away = await answer();
  expect(away.headers.get('retry-after')).toBe('2');
  expect(await away.json()).toMatchObject({ error: { code: 'unavailable' } });
  await back;
  await expect.poll(async () => (await answer()).status, { timeout: 20_000 }).toBe(200);
});

test('whoever may or may not be signed in is not told to sign in, but to try again', async () => {
  const { authResponse } = await import('./auth-handler');
  const { GET: chats } = await import('@/app/api/chats/route');
  let isBack = false;
  const back = server.restart(3_000).then(() => {
    isBack = true;
  });
  const ways = {
    'get-session': () => authResponse(asked('/api/auth/get-session')),
    chats: () => chats(asked('/api/chats'), context),
  };
  const answers: Record<string, [number, string | null]> = {};
  await expect
    .poll(async () => {
      for (const [name, ask] of Object.entries(ways)) {
        const answer = await ask();
        if (!isBack) answers[name] = [answer.status, answer.headers.get('retry-after')];
      }
      return Object.values(answers).every(([status]) => status === 503) || isBack;
    })
    .toBe(true);
  expect(answers).toEqual({ 'get-session': [503, '2'], chats: [503, '2'] });
  await back;
});

test('a process that is about to end says so to whoever hands out the requests', async () => {
  const { GET: health } = await import('@/app/api/health/route');
  const { leave } = await import('./shutdown');
  const answer = () => health(asked('/api/health'), context);
  await expect.poll(async () => (await answer()).status, { timeout: 20_000 }).toBe(200);
  leave();
  expect((await answer()).status).toBe(503);
  expect((await answer()).headers.get('retry-after')).toBe('1');
});
