/** No address without a session check of its own (R29), and no tool that touches the policy's inputs (R16). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importsOf, sourceFiles, withoutComments } from './imports';

const files = sourceFiles('.').filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
const code = (file: string) => withoutComments(readFileSync(file, 'utf8'));

/**
 * Routes with a guard of their own: the session library, other clients' tokens, and the endpoints where those clients
 * sign in.
 */
const OWN_DOOR = [
  'app/.well-known/oauth-authorization-server/route.ts',
  'app/.well-known/oauth-protected-resource/api/mcp/route.ts',
  'app/.well-known/oauth-protected-resource/route.ts',
  'app/api/auth/[...all]/route.ts',
  'app/api/mcp/route.ts',
  'app/oauth/authorize/route.ts',
  'app/oauth/register/route.ts',
  'app/oauth/revoke/route.ts',
  'app/oauth/token/route.ts',
];
/** Routes of a company's directory: only a bearer token, with a guard that all of them share. */
const OF_DIRECTORY = /^app\/api\/scim\//;
/** Routes that can be used without a session. */
const OPEN = [
  'app/api/account/recovery/password/route.ts',
  'app/api/account/recovery/route.ts',
  'app/api/health/route.ts',
  'app/api/metrics/route.ts',
  'app/api/sign-up/route.ts',
  // People go to, and return from, them without a session.
  'app/api/single-sign-on/[provider]/callback/route.ts',
  'app/api/single-sign-on/[provider]/route.ts',
  // It answers with a page in any case, and checks the session itself.
  'app/oauth/callback/route.ts',
  'app/oauth/client.json/route.ts',
];

it('every route is behind the door, whatever the proxy does', () => {
  const routes = files.filter((file) => /^app\/.*route\.ts$/.test(file));
  expect(routes.length).toBeGreaterThan(20);
  const directory = routes.filter((file) => /= directoryMethods\(/.test(code(file)));
  expect(directory).toEqual(routes.filter((file) => OF_DIRECTORY.test(file)));
  const others = routes.filter((file) => !directory.includes(file));
  const byThemselves = others.filter((file) => !/= methods\(/.test(code(file)));
  expect(byThemselves, 'A route exports `methods` with `endpoint` (lib/http/route.ts)').toEqual(OWN_DOOR);
  const open = routes.filter((file) => code(file).includes('openEndpoint'));
  expect(open, 'Open to strangers: is that meant? Then it stands in OPEN, with the reason').toEqual(OPEN);
});

it('every page for people who are signed in asks for the session itself', () => {
  const pages = files.filter((file) => /^app\/\(shell\)\/.*(?:page|layout)\.tsx$/.test(file));
  expect(pages.length).toBeGreaterThan(5);
  const unasked = pages.filter((file) => !/await (?:signedIn|signedInToRead|getCaller)\(/.test(code(file)));
  expect(unasked, 'Begin the page with `await signedIn()` of app/signed-in.ts').toEqual([]);
});

it('no page or route acts for a form by itself: there are no server actions', () => {
  expect(files.filter((file) => /^\s*['"]use server['"]/m.test(code(file)))).toEqual([]);
});

it('no tool of ours reaches rules, vouches, pins or decisions', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of importsOf('.')) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = new Set(files.filter((file) => file.startsWith('mcp/')));
  for (const file of reached) for (const to of next.get(file) ?? []) reached.add(to);
  const used = [...reached].filter((file) => !file.startsWith('db/schema/'));
  expect(used.length).toBeGreaterThan(50);
  const POLICY =
    /\b(?:policyRules|teamServers|serverVouches|serverLooks|toolPins|approvals|confirmations|halts)\b/;
  expect(used.filter((file) => POLICY.test(code(file)))).toEqual([]);
});
