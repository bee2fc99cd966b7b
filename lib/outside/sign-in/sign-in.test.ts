/**
 * Clients sign in: codes and refresh tokens are valid once, a grant is a token, and a stolen one ends only its own
 * grant.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { OutsideHarness } from '../testing/outside-harness';
import { CALLBACK, errorOf, Person, type Tokens, VERIFIER } from '../testing/person';
import { readTokens, revokeToken } from '../tokens';
import { newLimits } from './services';

const { authorizationRequests, members, receipts, tokens } = schema;

describe.each(testDatabases)('clients that sign in, on $name', ({ open }) => {
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
    harness.signIn.limits = newLimits();
  });

  test('a person lets a client in, as far as was ticked, and finds it among the tokens', async () => {
    const to = await person.allow(person.link(client), { scopes: ['customers.read', 'orders.read'] });
    expect(`${to.origin}${to.pathname}`).toBe(CALLBACK);
    expect(to.searchParams.get('state')).toBe('st&te');
    expect(to.searchParams.get('iss')).toBe(person.origin);
    const response = await person.redeem(client, to.searchParams.get('code') ?? '');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const granted = (await response.json()) as Tokens;
    expect(granted).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'customers.read orders.read',
    });
    const mcp = await harness.client(granted.access_token);
    const names = (await mcp.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('customers_list');
    expect(names).not.toContain('customer_create');
    expect(names).not.toContain('invoices_list');
    await mcp.close();
    const [view] = await readTokens(harness.db, harness.harness.admin);
    expect(view).toMatchObject({
      name: 'Test client',
      scopes: ['customers.read', 'orders.read'],
      signedIn: { place: { kind: 'machine' }, host: null, device: 'Linux' },
    });
  });

  test('the page comes each time, also for the same client and person, and shows what is asked for', async () => {
    await person.signedIn(client);
    const other = await person.register([CALLBACK], { client_name: 'Amber \u202e"official"' });
    for (const one of [client, other]) {
      const response = await person.follow(person.link(one, { scope: 'customers.read orders.write openid' }));
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/allow\/[\w-]{24}$/);
    }
    const view = await person.look(await person.page(person.link(other, { scope: 'orders.write' })));
    expect(view.scopes).toEqual(['orders.write']);
    expect(view.client).toEqual({ name: "Amber <U+202E>'official'", host: null, place: { kind: 'machine' } });
    const long = await person.register([CALLBACK], { client_name: 'x'.repeat(5_000) });
    expect((await person.look(await person.page(person.link(long)))).client.name).toHaveLength(81);
  });

  test('it is decided once, in the browser in which it began, and in time', async () => {
    const id = await person.page(person.link(client));
    const stranger = new Person(harness);
    await stranger.page(stranger.link(client));
    await expect(stranger.look(id)).rejects.toThrow('elsewhere');
    await expect(stranger.decide(id)).rejects.toThrow('another browser');
    await expect(new Person(harness).decide(id)).rejects.toThrow('another browser');
    const answers = await Promise.allSettled([person.decide(id), person.decide(id), person.decide(id)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(person.decide(id, { allow: false })).rejects.toThrow('decided before');
    const late = await person.page(person.link(client));
    const isIt = eq(authorizationRequests.id, late);
    await harness.db
      .update(authorizationRequests)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(isIt);
    await expect(person.decide(late)).rejects.toThrow('too long ago');
    await expect(person.look(late)).rejects.toThrow('over');
  });

  test('what is refused is told to the client, and nothing is granted', async () => {
    const id = await person.page(person.link(client));
    const { to } = await person.decide(id, { allow: false, scopes: [] });
    const said = new URL(to).searchParams;
    expect([said.get('error'), said.get('iss'), said.get('code')]).toEqual([
      'access_denied',
      person.origin,
      null,
    ]);
  });

  test('no right is given that was not asked for, or is not the person\u2019s own', async () => {
    const viewer = new Person(harness, await harness.harness.person('viewer'));
    const id = await viewer.page(
      viewer.link(client, { scope: 'customers.read customers.write orders.read' }),
    );
    expect((await viewer.look(id)).scopes).toEqual(['customers.read', 'orders.read']);
    for (const scope of ['customers.write', 'invoices.read', 'memory.read', 'x']) {
      await expect(viewer.decide(id, { scopes: [scope] })).rejects.toThrow('not asked for');
    }
    await expect(viewer.decide(id, { scopes: [] })).rejects.toThrow('at least one');
  });

  test('a code that is shown twice ends its grant, and what waits for it; another grant lives', async () => {
    const other = await person.signedIn(client);
    const to = await person.allow(person.link(client));
    const code = to.searchParams.get('code') ?? '';
    const granted = (await (await person.redeem(client, code)).json()) as Tokens;
    const mcp = await harness.client(granted.access_token);
    const customer = await harness.harness.office.addCustomer();
    const answering = mcp.callTool({ name: 'customer_delete', arguments: { customerId: customer.id } });
    const card = await harness.card(customer.id);
    expect(await errorOf(await person.redeem(client, code))).toEqual([400, 'invalid_grant']);
    expect(JSON.stringify(await answering)).toContain('revoked');
    await expect(harness.harness.decide(card.id, 'confirm')).rejects.toThrow('withdrawn');
    expect(await person.isIn(granted.access_token)).toBe(false);
    expect(await errorOf(await person.renew(client, granted.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await person.isIn(other.access_token)).toBe(true);
    await mcp.close().catch(() => {});
  });

  test.each([
    ['another verifier', { code_verifier: VERIFIER.replace('d', 'e') }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:4712/callback' }],
    ['another client', { client_id: 'amber-000000000000000000000000' }],
    ['another resource', { resource: 'https://evil.example/api/mcp' }],
  ])('a code with %s is refused, and spent', async (_, wrong) => {
    const to = await person.allow(person.link(client));
    const code = to.searchParams.get('code') ?? '';
    expect((await person.redeem(client, code, wrong)).status).toBe(400);
    expect(await errorOf(await person.redeem(client, code))).toEqual([400, 'invalid_grant']);
  });

  test('a code is too old after a minute, and the same code at once is good for one grant at most', async () => {
    const late = (await person.allow(person.link(client))).searchParams.get('code') ?? '';
    await harness.db.update(authorizationRequests).set({ codeExpiresAt: sql`now() - interval '1 second'` });
    expect(await errorOf(await person.redeem(client, late))).toEqual([400, 'invalid_grant']);
    const code = (await person.allow(person.link(client))).searchParams.get('code') ?? '';
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.redeem(client, code)));
    const fine = answers.filter(({ status }) => status === 200);
    expect(fine.length).toBeLessThanOrEqual(1);
    // Presented eight times, it was stolen: everything derived from it is void.
    for (const answer of fine)
      expect(await person.isIn(((await answer.json()) as Tokens).access_token)).toBe(false);
  });

  test('it ends with the hour, the days, the revocation, the role and the membership', async () => {
    const member = new Person(harness, await harness.harness.person('member'));
    const granted = await member.signedIn(client, { scopes: ['customers.read', 'customers.write'] });
    const id = await person.grantOf(granted);
    await harness.db
      .update(tokens)
      .set({ accessExpiresAt: sql`now() - interval '1 second'` })
      .where(eq(tokens.id, id));
    expect(await person.isIn(granted.access_token)).toBe(false);
    const next = (await (await member.renew(client, granted.refresh_token)).json()) as Tokens;
    expect(await person.isIn(next.access_token)).toBe(true);
    await harness.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, member.caller.userId));
    const mcp = await harness.client(next.access_token);
    expect((await mcp.listTools()).tools.map(({ name }) => name)).not.toContain('customer_create');
    await mcp.close();
    await harness.db.delete(members).where(eq(members.userId, member.caller.userId));
    expect(await person.isIn(next.access_token)).toBe(false);
    expect(await errorOf(await member.renew(client, next.refresh_token))).toEqual([400, 'invalid_grant']);
    const ended = await person.signedIn(client);
    await revokeToken(harness.db, harness.harness.admin, await person.grantOf(ended));
    expect(await errorOf(await person.renew(client, ended.refresh_token))).toEqual([400, 'invalid_grant']);
    const over = await person.signedIn(client, { days: 7 });
    await harness.db
      .update(tokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(tokens.id, await person.grantOf(over)));
    expect(await errorOf(await person.renew(client, over.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('a client gives back its own, by either token; the record says so', async () => {
    const [one, two] = [await person.signedIn(client), await person.signedIn(client)];
    const id = await person.grantOf(one);
    const give = (token: string, by = client) =>
      person.post('/oauth/revoke', String(new URLSearchParams({ token, client_id: by })));
    const other = await person.register();
    expect((await give(one.access_token, other)).status).toBe(200);
    expect((await give('amb_nothing')).status).toBe(200);
    expect(await person.isIn(one.access_token)).toBe(true);
    expect((await give(one.access_token)).status).toBe(200);
    expect((await give(two.refresh_token)).status).toBe(200);
    expect([await person.isIn(one.access_token), await person.isIn(two.access_token)]).toEqual([
      false,
      false,
    ]);
    const rows = await harness.db
      .select()
      .from(receipts)
      .where(sql`${receipts.body}::json ->> 'token' = ${id}`);
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['token made', 'token revoked']);
  });

  test('a grant for another address of Amber\u2019s is none at this one, nor is a token in the query', async () => {
    const granted = await person.signedIn(client);
    const inQuery = await fetch(`${harness.url}?access_token=${granted.access_token}`, { method: 'POST' });
    expect(inQuery.status).toBe(401);
    const elsewhere = { resource: 'https://amber.example/api/mcp' };
    await harness.db
      .update(tokens)
      .set(elsewhere)
      .where(eq(tokens.id, await person.grantOf(granted)));
    expect(await person.isIn(granted.access_token)).toBe(false);
  });
});
