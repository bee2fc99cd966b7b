/** The response to a request for a link, and where the link leads: through the routes themselves. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import { prepareAccount } from '@/lib/auth/accounts';
import { closeDatabase, database, migrationsFolder } from '@/lib/database';
import * as choosing from './api/account/recovery/password/route';
import * as asking from './api/account/recovery/route';

const APP = 'https://amber.example.com';

beforeAll(async () => {
  vi.stubEnv('AMBER_DATA_DIR', mkdtempSync(join(tmpdir(), 'amber-recovery-')));
  vi.stubEnv('AMBER_URL', APP);
  const { db } = await database();
  await migrate(db, migrationsFolder());
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
  const userId = await (await prepareAccount(account))(db);
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  await db.insert(schema.members).values({ userId, teamId: 'tea_1', role: 'member' });
});
afterAll(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

type Sent = { body: object; headers?: Record<string, string> };
const post = (route: typeof asking, { body, headers = {} }: Sent) =>
  route.POST(
    new Request(`${APP}/api/account/recovery`, {
      method: 'POST',
      headers: { origin: APP, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  );
const mails = async () => {
  const { db } = await database();
  return db.select().from(schema.outbox).where(eq(schema.outbox.recipient, 'ada@example.com'));
};

it('answers the same, to the letter, whether or not there is such an account', async () => {
  const told = async (email: string) => {
    const answer = await post(asking, { body: { email } });
    // Each request has an id of its own, whatever address it is about.
    answer.headers.delete('x-request-id');
    return [answer.status, [...answer.headers].sort(), await answer.text()];
  };
  const known = await told('ada@example.com');
  expect(known[0]).toBe(202);
  expect(await told('nobody@example.com')).toEqual(known);
  expect(await mails()).toHaveLength(1);
});

it('leads to the address of the settings, whatever a request says of its host', async () => {
  const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const headers = { ...lies, forwarded: 'host=evil.example' };
  expect((await post(asking, { body: { email: 'ada@example.com' }, headers })).status).toBe(202);
  const bodies = (await mails()).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  for (const body of bodies) expect(body).toContain(`\n${APP}/reset#`);
  expect(bodies.join()).not.toContain('evil.example');
});

it.each([
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['no JSON', { 'content-type': 'text/plain' }, 415],
])('takes nothing from %s', async (_, headers, status) => {
  const before = (await mails()).length;
  expect((await post(asking, { body: { email: 'ada@example.com' }, headers })).status).toBe(status);
  const choice = { token: 'x', password: 'long enough' };
  expect((await post(choosing, { body: choice, headers })).status).toBe(status);
  expect(await mails()).toHaveLength(before);
});

it.each([
  [{ token: 'made up', password: 'long enough' }, 404],
  [{ token: 'made up', password: 'short' }, 400],
  [{ token: 'x'.repeat(101), password: 'long enough' }, 400],
  [{ token: 'made up', password: 'long enough', email: 'ada@example.com' }, 400],
])('a password is not chosen with %j', async (body, status) => {
  const answer = await post(choosing, { body });
  expect(answer.status).toBe(status);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it('says that too many were asked for, of an address that nobody has as well', async () => {
  for (const email of ['nobody.else@example.com', 'ada@example.com']) {
    let status = 202;
    for (let nth = 0; nth < 7 && status === 202; nth++)
      status = (await post(asking, { body: { email } })).status;
    expect(status).toBe(429);
  }
});
