/** The endpoints of better-auth's plugins that Amber does not use do not exist here, for anybody. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { prepareAccount } from '../accounts';
import { createAuth } from '../auth';
import { factorPlugins } from './plugins';

const ORIGIN = 'http://localhost:3000';
const settings = {
  secret: 'a secret for tests only, long enough',
  appUrl: ORIGIN,
  origins: [ORIGIN],
  demo: false,
};
let opened: OpenDatabase;
beforeAll(async () => {
  opened = await (testDatabases[0] ?? Object(null)).open();
});
afterAll(() => opened.close());

it('turns nothing on or off, shows no secrets and trusts no device by better-auth’s own paths', async () => {
  const { db } = opened;
  const userId = await (
    await prepareAccount({ name: 'Ada', email: 'ada@amber.test', password: 'correct horse' })
  )(db);
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  await db.insert(schema.members).values({ userId, teamId: 'tea_1', role: 'admin' });
  const { handler } = createAuth(db, settings);
  const headers = { origin: ORIGIN, 'content-type': 'application/json' };
  const ask = (path: string, method: string, cookie: string, body: object = {}) =>
    handler(
      new Request(`${ORIGIN}/api/auth${path}`, {
        method,
        headers: { ...headers, cookie },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      }),
    );
  const password = 'correct horse';
  const signedIn = await ask('/sign-in/email', 'POST', '', { email: 'ada@amber.test', password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const plugins = factorPlugins(db, settings, new WeakMap());
  const served = plugins.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path));
  const answers = await Promise.all(
    served.map(async (path) => {
      const tried = await Promise.all(
        ['GET', 'POST'].map((method) => ask(path ?? '/none', method, cookie, { password })),
      );
      return { path, isThere: tried.some(({ status }) => status !== 404) };
    }),
  );
  expect(answers.filter(({ isThere }) => isThere).map(({ path }) => path)).toEqual([
    '/passkey/generate-authenticate-options',
    '/passkey/verify-authentication',
    '/sign-in/factor',
  ]);
  expect(answers.length).toBeGreaterThan(12);
});
