/** Which parts of better-auth are reachable, and the request guard's rules in front of it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import { closeDatabase, database, migrationsFolder } from '@/lib/database';
import { authResponse } from '@/lib/http/auth-handler';
import { prepareAccount } from './accounts';

const ORIGIN = 'http://localhost:3000';
const credentials = { email: 'ada@example.com', password: 'correct horse' };

beforeAll(async () => {
  vi.stubEnv('AMBER_DATA_DIR', mkdtempSync(join(tmpdir(), 'amber-auth-')));
  const { db } = await database();
  await migrate(db, migrationsFolder());
  const userId = await (await prepareAccount({ name: 'Ada', ...credentials }))(db);
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  await db.insert(schema.members).values({ userId, teamId: 'tea_1', role: 'member' });
});
afterAll(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

type Sent = { body?: string | null; headers?: Record<string, string>; method?: string };

function ask(path: string, { body = JSON.stringify(credentials), headers = {}, method = 'POST' }: Sent = {}) {
  const own = { origin: ORIGIN, 'content-type': 'application/json' };
  const init = { method, headers: { ...own, ...headers }, ...(method === 'POST' && { body }) };
  return authResponse(asNextHandsItOver(new Request(`${ORIGIN}/api/auth/${path}`, init)));
}

/** Its properties can be read, but it is not a platform request, and cannot be copied as one. */
const asNextHandsItOver = (request: Request) =>
  new Proxy(request, {
    get(of, key) {
      const value: unknown = Reflect.get(of, key, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('a session', () => {
  test('begins, is shown, and ends', async () => {
    const cookie = cookieOf(await ask('sign-in/email'));
    const shown = await ask('get-session', { method: 'GET', headers: { cookie } });
    expect(await shown.json()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect((await ask('sign-out', { body: null, headers: { cookie } })).status).toBe(200);
    expect(await (await ask('get-session', { method: 'GET', headers: { cookie } })).json()).toBeNull();
  });

  test('is not shown once the person is in no team', async () => {
    const cookie = cookieOf(await ask('sign-in/email'));
    const { db } = await database();
    const [member] = await db.delete(schema.members).returning();
    expect(await (await ask('get-session', { method: 'GET', headers: { cookie } })).json()).toBeNull();
    if (member) await db.insert(schema.members).values(member);
  });
});

describe('what is refused', () => {
  test.each<[string, string, Sent, number]>([
    ['no Origin', 'sign-in/email', { headers: { origin: 'null' } }, 403],
    ['a foreign Origin', 'sign-in/email', { headers: { origin: 'http://evil.example' } }, 403],
    ['a form', 'sign-in/email', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['101 kB', 'sign-in/email', { body: `{"email":"${'x'.repeat(101_000)}"}` }, 413],
    ['bad JSON', 'sign-in/email', { body: '{' }, 400],
    ['no address', 'sign-in/email', { body: '{"password":"correct horse"}' }, 400],
    ['a body that is no object', 'sign-in/email', { body: '"x"' }, 400],
    ['a wrong password', 'sign-in/email', { body: '{"email":"ada@example.com","password":"wrong"}' }, 401],
    ['another method', 'sign-in/email', { method: 'GET' }, 405],
    ['signing up', 'sign-up/email', {}, 404],
    ['changing an account', 'update-user', {}, 404],
    ['changing a password past its second factor', 'change-password', {}, 404],
    ['changing an address past it', 'change-email', {}, 404],
    ['setting a password', 'set-password', {}, 404],
    ['deleting an account past it', 'delete-user', {}, 404],
    ['a list of sessions', 'list-sessions', { method: 'GET' }, 404],
  ])('%s', async (_, path, sent, status) => {
    const { db } = await database();
    const before = await db.$count(schema.sessions);
    const response = await ask(path, sent);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await db.$count(schema.sessions)).toBe(before);
  });

  test('an address to go on to is not passed on', async () => {
    const body = JSON.stringify({ ...credentials, callbackURL: `${ORIGIN}/elsewhere` });
    const response = await ask('sign-in/email', { body });
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
  });
});
