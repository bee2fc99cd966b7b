/**
 * What an auditor gets from each route and each page. A new one without an entry here fails: its author decides whether
 * an auditor, who reads the record and none of the company's other data, may use it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLACES } from '@/components/shell/hands/places';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness } from '@/lib/runs/testing/crash-harness';

const now = vi.hoisted(() => ({
  ...{ caller: undefined as unknown, opened: undefined as unknown },
  /** The team requires them to have a second factor, and they have none. */
  lacksFactor: false,
}));
vi.mock('@/lib/auth/session', () => ({
  getCaller: async (_: Headers, asked?: { settingUp?: boolean }) =>
    now.lacksFactor && !asked?.settingUp ? null : now.caller,
  sessionToken: () => null,
  sessionHash: () => 'none',
}));
vi.mock('@/lib/database', () => ({ database: async () => now.opened }));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  env: () => ({
    ...{ secret: 'a secret for tests only, long enough', origins: ['http://amber.test'], demo: false },
    ...{ appUrl: 'http://amber.test', appUrlGiven: true, privateServers: true, dataDir: '/nonexistent' },
  }),
}));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** For reading the record, the rules, the servers and the figures. */
const RECORD = [
  ...['activity', 'activity/export', 'halts', 'icons', 'operation', 'policy', 'servers', 'tools', 'usage'],
];
/** Their own account, their preferences, and the event stream. */
const OWN: Record<string, Method[]> = {
  account: ['GET', 'PATCH'],
  'account/data': ['GET'],
  'account/email': ['POST'],
  'account/email/confirm': ['POST'],
  'account/factors': ['GET'],
  'account/factors/app': ['POST', 'DELETE'],
  'account/factors/app/confirm': ['POST'],
  'account/factors/challenge': ['POST'],
  'account/factors/codes': ['POST'],
  'account/factors/passkeys': ['POST'],
  'account/factors/passkeys/[id]': ['PATCH', 'DELETE'],
  'account/factors/passkeys/confirm': ['POST'],
  'account/leave': ['POST'],
  'account/password': ['POST'],
  'account/sessions': ['GET', 'DELETE'],
  'account/sessions/[id]': ['DELETE'],
  'account/sign-out': ['POST'],
  events: ['GET'],
  preferences: ['GET', 'PATCH'],
  '[...missing]': ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
};
/** Without a session: the response does not depend on one, or the request carries another client's token. */
const WITHOUT_SESSION = [
  'auth/[...all]',
  'health',
  'mcp',
  'sign-up',
  'account/recovery',
  'account/recovery/password',
  ...['metrics', 'single-sign-on/[provider]', 'single-sign-on/[provider]/callback'],
  // A company's directory uses a token of its own, and no session is read.
  ...['scim/v2/ResourceTypes', 'scim/v2/Schemas', 'scim/v2/ServiceProviderConfig'],
  ...['scim/v2/Groups', 'scim/v2/Groups/[id]', 'scim/v2/Users', 'scim/v2/Users/[id]'],
];
/** Refused for auditors: chats, what is asked, decided and kept in them, and every change of the team's settings. */
const REFUSED = [
  ...[
    'approvals',
    'approvals/[id]',
    'approvals/[id]/edit',
    'approvals/[id]/shown',
    'approvals/[id]/take-back',
  ],
  ...[
    'approvals/alike',
    'attention',
    'calls/[id]',
    'calls/[id]/app',
    'calls/[id]/app/[run]',
    'calls/[id]/check',
  ],
  ...['calls/[id]/content/[place]', 'calls/[id]/links/[place]', 'calls/[id]/reading', 'calls/[id]/take-back'],
  'approvals/[id]/challenge',
  ...['chat', 'chat/[id]', 'chat/[id]/branches', 'chat/[id]/export', 'chat/[id]/feedback', 'chat/[id]/files'],
  ...['chat/[id]/look-up', 'chat/[id]/outside', 'chat/[id]/queue/[message]', 'chat/[id]/restore'],
  ...['chat/[id]/share', 'chat/[id]/stop', 'chat/[id]/stream', 'chat/[id]/summary', 'chats', 'chats/deleted'],
  ...[
    'chats/import',
    'chats/search',
    'diagrams/frame',
    'elicitations/[id]',
    'example',
    'facts',
    'facts/[id]',
  ],
  ...[
    'folders',
    'folders/[id]',
    'grants',
    'grants/[id]',
    'grants/replay',
    'halts/[id]',
    'instructions',
    'keeping',
    'keeping/erased',
    'keeping/going',
    'keeping/people',
    'keeping/people/[id]',
  ],
  ...[
    'models',
    'models/[id]/test',
    'models/own',
    'oauth/decide',
    'offers',
    'offers/complete',
    'offers/prompt',
  ],
  ...['policy/preset', 'policy/replay', 'policy/suggestions', 'push', 'registry/servers', 'registry/version'],
  ...['registry/versions', 'servers/[name]', 'servers/[name]/pages', 'servers/[name]/rehearsals'],
  ...['servers/[name]/sign-in', 'servers/[name]/tools', 'servers/[name]/trust', 'servers/[name]/try'],
  ...['servers/sign-in', 'servers/sign-out', 'shares', 'shares/[id]', 'team', 'team/invitations'],
  ...['team/directory', 'team/directory/[id]'],
  ...[
    'team/invitations/[id]',
    'team/second-factor',
    'team/members/[id]',
    'team/members/[id]/factors',
    'tokens',
    'tokens/[id]',
    'tools/memory',
    'uploads',
  ],
  ...['uploads/[id]', 'usage/limits', 'workspace', 'workspace/file'],
];

/** All the routes for people who still have to set up a required second factor, auditors included. */
const SETTING_UP: Record<string, Method[]> = {
  'account/factors': ['GET'],
  'account/factors/app': ['POST'],
  'account/factors/app/confirm': ['POST'],
  'account/factors/passkeys': ['POST'],
  'account/factors/passkeys/confirm': ['POST'],
  'account/sign-out': ['POST'],
  preferences: ['GET', 'PATCH'],
};

const API = join(import.meta.dirname, 'api');
const filesBelow = (folder: string, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').at(-1) === name)
    .map((path) => join(folder, path));
const routes = filesBelow(API, 'route.ts').map((file) => relative(API, file).replace(/\/?route\.ts$/, ''));

/** Null: no session is required. */
function opened(route: string, method: Method): boolean | null {
  if (WITHOUT_SESSION.includes(route)) return null;
  if (RECORD.includes(route)) return method === 'GET';
  return OWN[route]?.includes(method) ?? false;
}

it('each route is decided, once', () => {
  const decided = [...RECORD, ...Object.keys(OWN), ...WITHOUT_SESSION, ...REFUSED];
  expect(decided.toSorted()).toEqual(routes.toSorted());
});

describe.each(testDatabases)('an auditor on $name', ({ open }) => {
  let crash: CrashHarness;
  beforeAll(async () => {
    const database: OpenDatabase = await open();
    crash = await CrashHarness.open(database);
    now.opened = database;
    now.caller = (await crash.harness.person('auditor')) satisfies Caller;
  });
  afterAll(() => crash.close());

  it.each(routes.toSorted())('gets of %s what was decided', async (route) => {
    const handlers: Record<Method, Handler> = await import(/* @vite-ignore */ join(API, route, 'route.ts'));
    for (const method of METHODS) {
      const may = opened(route, method);
      if (may === null) continue;
      const { status, code } = await ask(handlers[method], route, method);
      if (status === 405) continue;
      if (may) expect(code, `${method} ${route}`).not.toBe('forbidden');
      else expect([status, code], `${method} ${route}`).toEqual([403, 'forbidden']);
    }
  });

  it.each(routes.toSorted())(
    'without the second factor that is asked for gets of %s what sets one up',
    async (route) => {
      if (WITHOUT_SESSION.includes(route)) return;
      now.lacksFactor = true;
      try {
        const handlers: Record<Method, Handler> = await import(
          /* @vite-ignore */ join(API, route, 'route.ts')
        );
        for (const method of METHODS) {
          const { status, code } = await ask(handlers[method], route, method);
          if (status === 405) continue;
          if (SETTING_UP[route]?.includes(method))
            expect(code, `${method} ${route}`).not.toBe('second_factor');
          else expect([status, code], `${method} ${route}`).toEqual([403, 'second_factor']);
        }
      } finally {
        now.lacksFactor = false;
      }
    },
  );
});

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** With a body that no route accepts, so that nothing is changed if the request is let in. */
async function ask(handler: Handler, route: string, method: Method) {
  const ending = new AbortController();
  const isRead = method === 'GET';
  const request = new Request(
    `http://amber.test/api/${route}${route === 'activity/export' ? '?format=csv' : ''}`,
    {
      method,
      signal: ending.signal,
      headers: {
        origin: 'http://amber.test',
        'sec-fetch-site': 'same-origin',
        ...(!isRead && { 'content-type': 'application/json' }),
      },
      ...(!isRead && { body: '{"no route takes this": 1}' }),
    },
  );
  const names = [...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'x']));
  const response = await handler(request, { params: Promise.resolve(params) });
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  const said: unknown = isJson ? await response.json() : null;
  ending.abort();
  if (!response.bodyUsed) await response.body?.cancel();
  return { status: response.status, code: (said as { error?: { code?: string } } | null)?.error?.code };
}

const APP = import.meta.dirname;
/** The pages open to an auditor. Every other page of the shell redirects to the record. */
const READ = [
  'activity',
  'operation',
  'settings',
  'settings/account',
  'settings/policy',
  'settings/servers',
  'settings/usage',
];
/** Open to everybody, signed in or not; `allow` redirects an auditor by itself. */
const FOR_ANYBODY = [
  'sign-in/failed',
  'allow/[id]',
  'allow/server/[link]',
  'forgot',
  'oauth/failed',
  'reset',
  'second-factor',
  'sign-in',
  'sign-up',
];

it('each page lets auditors in or leads them to the record, as was decided', () => {
  const pages = filesBelow(APP, 'page.tsx').map((file) => {
    const page = relative(APP, file)
      .replace('(shell)/', '')
      .replace(/\/?page\.tsx$/, '');
    return [page, readFileSync(file, 'utf8')] as const;
  });
  for (const [page, source] of pages) {
    if (FOR_ANYBODY.includes(page)) continue;
    const guard = READ.includes(page) ? 'await signedInToRead()' : 'await signedIn()';
    expect(source, page).toContain(guard);
  }
  const known = pages.map(([page]) => page);
  expect([...READ, ...FOR_ANYBODY].filter((page) => !known.includes(page))).toEqual([]);
});

it('an auditor finds exactly the pages that let them in', () => {
  const found = PLACES.filter(({ auditor }) => auditor).map(({ path }) => path.slice(1));
  expect(found.toSorted(), '`auditor` in PLACES of components/shell/hands/places.ts').toEqual(
    READ.toSorted(),
  );
});
