/** How grants are renewed, what clients without one are told, and what is recorded of it. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { dumpOf } from '@/db/testing/dump';
import { limitsOfOneMinute } from '../testing/one-minute';
import { OutsideHarness } from '../testing/outside-harness';
import { errorOf, Person, type Tokens, VERIFIER } from '../testing/person';
import { forgetSignIns } from './forget';

const { authorizationRequests, oauthClients, tokens } = schema;

describe.each(testDatabases)('clients that were let in, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let person: Person;
  let client: string;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
    client = await new Person(harness).register();
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });
  beforeEach(() => {
    person = new Person(harness);
    harness.signIn.limits = limitsOfOneMinute();
  });

  test('a refresh token is good once; whoever asks again within a moment gets the same answer', async () => {
    const first = await person.signedIn(client);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.renew(client, first.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const all = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[];
    expect(new Set(all.map(({ access_token }) => access_token)).size).toBe(1);
    const [second] = all;
    if (!second) throw new Error('No answer.');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await person.isIn(first.access_token)).toBe(false);
    expect(await person.isIn(second.access_token)).toBe(true);
  });

  test('two processes that renew one grant fifty times each give one answer; a flood of its client’s name holds nobody up', async () => {
    const beside = await OutsideHarness.open(opened, undefined, undefined, undefined, harness);
    const elsewhere = new Person(beside);
    const first = await person.signedIn(client);
    const flood = Array.from({ length: 700 }, () => person.renew(client, 'ambr_invented'));
    expect((await Promise.all(flood)).some(({ status }) => status === 429)).toBe(true);
    const both = Array.from({ length: 50 }, () => [person, elsewhere]).flat();
    const answers = await Promise.all(both.map((one) => one.renew(client, first.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const all = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[];
    expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(await person.isIn(all[0]?.access_token ?? '')).toBe(true);
    await beside.close();
  });

  test('an old refresh token ends its own grant: not the other device of the same person', async () => {
    const [desk, phone] = [await person.signedIn(client), await person.signedIn(client)];
    const next = (await (await person.renew(client, desk.refresh_token)).json()) as Tokens;
    await harness.db.update(tokens).set({ rotatedAt: sql`now() - interval '31 seconds'` });
    expect(await errorOf(await person.renew(client, desk.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await person.isIn(next.access_token)).toBe(false);
    expect(await errorOf(await person.renew(client, next.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await person.isIn(phone.access_token)).toBe(true);
    expect((await person.renew(client, phone.refresh_token)).status).toBe(200);
  });

  test('one from before the last is as old, however soon it comes', async () => {
    const first = await person.signedIn(client);
    const second = (await (await person.renew(client, first.refresh_token)).json()) as Tokens;
    const third = (await (await person.renew(client, second.refresh_token)).json()) as Tokens;
    expect(await errorOf(await person.renew(client, first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await person.isIn(third.access_token)).toBe(false);
  });

  test('a refresh is refused for more, for another client, another resource, and a token that somebody made up', async () => {
    const granted = await person.signedIn(client, { scopes: ['customers.read'] });
    const { refresh_token: refresh } = granted;
    const wider = { scope: 'customers.read customers.write' };
    expect(await errorOf(await person.renew(client, refresh, wider))).toEqual([400, 'invalid_scope']);
    const elsewhere = { resource: 'https://evil.example/' };
    expect(await errorOf(await person.renew(client, refresh, elsewhere))).toEqual([400, 'invalid_target']);
    const other = await person.register();
    expect(await errorOf(await person.renew(other, refresh))).toEqual([400, 'invalid_grant']);
    const id = await person.grantOf(granted);
    const invented = `ambr_${id}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
    expect(await errorOf(await person.renew(client, invented))).toEqual([400, 'invalid_grant']);
    expect(await person.isIn(granted.access_token)).toBe(true);
    expect((await person.renew(client, refresh, { scope: 'customers.read' })).status).toBe(200);
  });

  test('a tool beyond the grant is 403 with what to ask for, where the role allows it; a pasted token is told nothing', async () => {
    const call = (token: string, name: string) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: {} },
      });
      return fetch(harness.url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body,
      });
    };
    const granted = await person.signedIn(client, { scopes: ['customers.read'] });
    const lacking = await call(granted.access_token, 'customer_create');
    expect(lacking.status).toBe(403);
    expect(lacking.headers.get('www-authenticate')).toBe(
      `Bearer realm="Amber", error="insufficient_scope", resource_metadata="${person.origin}/.well-known/oauth-protected-resource/api/mcp", scope="customers.read customers.write"`,
    );
    const viewer = new Person(harness, await harness.harness.person('viewer'));
    const reading = await viewer.signedIn(client, { scopes: ['customers.read'] });
    expect((await call(reading.access_token, 'customer_create')).status).toBe(200);
    expect((await call(granted.access_token, 'no_such_tool')).status).toBe(200);
    const pasted = await harness.token(harness.harness.admin, 'Pasted', ['customers.read']);
    expect((await call(pasted.token, 'customer_create')).status).toBe(200);
  });

  test('who shows nothing, or what does not hold, is told where to sign in', async () => {
    const nothing = await fetch(harness.url, { method: 'POST' });
    const said = nothing.headers.get('www-authenticate') ?? '';
    expect([nothing.status, said.includes('error=')]).toEqual([401, false]);
    const address = /resource_metadata="([^"]+)"/.exec(said)?.[1] ?? '';
    const document = await (await fetch(address)).json();
    expect(document).toMatchObject({ resource: harness.url, authorization_servers: [person.origin] });
    expect(said).toContain(`scope="${document.scopes_supported.join(' ')}"`);
    const issuer = `${document.authorization_servers[0]}/.well-known/oauth-authorization-server`;
    expect(await (await fetch(issuer)).json()).toMatchObject({ issuer: person.origin });
    const wrong = await fetch(harness.url, { method: 'POST', headers: { authorization: 'Bearer amb_x' } });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('what nobody used is forgotten, and what was kept for lost answers', async () => {
    const unused = await person.register();
    const granted = await person.signedIn(client);
    await person.renew(client, granted.refresh_token);
    const open = await person.page(person.link(client));
    await forgetSignIns(harness.db);
    expect(await person.look(open)).toMatchObject({ id: open });
    expect(await harness.db.$count(oauthClients, eq(oauthClients.id, unused))).toBe(1);
    await harness.db.update(oauthClients).set({ createdAt: sql`now() - interval '2 days'` });
    await harness.db.update(tokens).set({ rotatedAt: sql`now() - interval '31 seconds'` });
    await harness.db.update(authorizationRequests).set({ createdAt: sql`now() - interval '2 days'` });
    await forgetSignIns(harness.db);
    const left = await harness.db.select().from(oauthClients);
    expect(left.map(({ id }) => id)).toEqual([client]);
    expect(await harness.db.$count(tokens, isNotNull(tokens.successor))).toBe(0);
    expect(await harness.db.$count(authorizationRequests)).toBe(0);
  });

  test('the database holds nothing that opens anything', async () => {
    const granted = await person.signedIn(client);
    const code = (await person.allow(person.link(client))).searchParams.get('code') ?? '';
    const next = (await (await person.renew(client, granted.refresh_token)).json()) as Tokens;
    const secrets = [granted, next].flatMap((one) => [one.access_token, one.refresh_token]);
    secrets.push(code, VERIFIER, person.browser ?? '?');
    const dump = await dumpOf(harness.db);
    for (const name of ['tokens', 'authorization_requests', 'oauth_clients', 'chats', 'receipts'])
      expect(dump.get(name), name).not.toBe('[]');
    for (const [name, rows] of dump)
      expect([name, secrets.filter((secret) => rows.includes(secret))]).toEqual([name, []]);
  });
});
