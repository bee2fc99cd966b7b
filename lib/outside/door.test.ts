/** Who is let in, what exists for them, and what everyone else is told; nothing runs for the latter. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { lockChat } from '@/lib/store/chats';
import { letWait } from './calls/end';
import { OutsideHarness } from './testing/outside-harness';
import { createToken, readTokens, revokeToken } from './tokens';
import { PACE } from './visitor';

const { calls, chats, members, receipts, runs, tokens } = schema;

describe.each(testDatabases)('the door for other clients on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  const CREATE = { name: 'customer_create', arguments: { name: 'Nobody', email: 'nobody@amber.test' } };

  /** Posts a call that would write something, like a client of 2025. */
  function post(headers: Record<string, string>, params: object = CREATE) {
    const { host } = new URL(harness.url);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const accept = 'application/json, text/event-stream';
    const all = { host, 'content-type': 'application/json', accept, ...headers };
    return harness.outside.handle(new Request(harness.url, { method: 'POST', headers: all, body }));
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const count = () => harness.db.$count(runs);

  async function refused(response: Response, status: number) {
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.message).not.toBe('');
    return error.code;
  }

  test('a token that holds comes in, and is kept as its hash only', async () => {
    const { token, id } = await harness.token();
    const before = await count();
    const response = await post(bearer(token));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Nobody');
    expect(response.headers.get('ratelimit-limit')).toBe(String(PACE.burst));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await count()).toBe(before + 1);
    const [row] = await harness.db.select().from(tokens).where(eq(tokens.id, id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.lastUsedAt).not.toBeNull();
  });

  test('no token, an unknown, a revoked and an expired one, and one whose owner has left: 401, nothing ran', async () => {
    const before = await count();
    const revoked = await harness.token();
    await revokeToken(harness.db, harness.harness.admin, revoked.id);
    const expired = await harness.token();
    await harness.db
      .update(tokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(tokens.id, expired.id));
    const leaver = await harness.harness.person('admin');
    const left = await harness.token(leaver);
    await harness.db.delete(members).where(eq(members.userId, leaver.userId));
    const wrong = [
      bearer(`amb_${'x'.repeat(43)}`),
      bearer(revoked.token),
      bearer(expired.token),
      bearer(left.token),
    ];
    for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: 'Bearer ' }, ...wrong]) {
      const response = await post(headers);
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
      expect(await refused(response, 401)).toBe('unauthorized');
    }
    expect(await count()).toBe(before);
  });

  test('a session of a browser is no token', async () => {
    const { sessions } = schema;
    const [session] = await harness.db.select().from(sessions).limit(1);
    const headers = { cookie: `amber.session_token=${session?.token}`, origin: new URL(harness.url).origin };
    expect(await refused(await post(headers), 401)).toBe('unauthorized');
  });

  test('another Host and a foreign Origin: 403, nothing ran', async () => {
    const { token } = await harness.token();
    const before = await count();
    const wrong: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `${new URL(harness.url).host}.evil.example` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of wrong) {
      expect(await refused(await post({ ...bearer(token), ...headers }), 403)).toBe('forbidden');
    }
    expect(await count()).toBe(before);
    const own = await post({ ...bearer(token), origin: new URL(harness.url).origin });
    expect(own.status).toBe(200);
    await own.text();
  });

  test('a body that is too large, of another type or no JSON', async () => {
    const { token } = await harness.token();
    const large = { name: 'customer_create', arguments: { name: 'x'.repeat(101_000) } };
    expect((await post(bearer(token), large)).status).toBe(413);
    expect((await post({ ...bearer(token), 'content-type': 'text/plain' })).status).toBe(415);
    const gone = await harness.outside.handle(
      new Request(harness.url, { method: 'DELETE', headers: bearer(token) }),
    );
    expect(gone.status).toBe(403);
  });

  test('too many requests: 429 with how long to wait, and only for that token', async () => {
    const { token, id } = await harness.token();
    await harness.db
      .update(tokens)
      .set({ pacedAt: sql`now() + make_interval(secs => 120)` })
      .where(eq(tokens.id, id));
    const before = await count();
    const response = await post(bearer(token));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(await refused(response, 429)).toBe('too_many_requests');
    expect(await count()).toBe(before);
    const other = await harness.token();
    const fine = await post(bearer(other.token));
    expect(fine.status).toBe(200);
    expect(fine.headers.get('ratelimit-remaining')).toBe(String(PACE.burst - 1));
    // Its run is live until then.
    await fine.text();
  });

  test('a viewer sees no tool that writes, and cannot call one', async () => {
    const viewer = await harness.harness.person('viewer');
    const { token } = await harness.token(viewer);
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await harness.client(token, mode);
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
      const before = await count();
      await expect(
        client.callTool({ name: 'customer_create', arguments: CREATE.arguments }),
      ).rejects.toThrow();
      expect(await count()).toBe(before);
      await client.close();
    }
  });

  test('a token has no more than was given to it, nor than its owner\u2019s role of today', async () => {
    const member = await harness.harness.person('member');
    const { token } = await harness.token(member, 'Orders only', ['orders.read', 'orders.write']);
    const namesOf = async () => {
      const client = await harness.client(token);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    const all = ['orders_list', 'orders_get', 'order_create', 'order_update_status', 'order_cancel'];
    expect((await namesOf()).sort()).toEqual(all.sort());
    await harness.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, member.userId));
    expect(await namesOf()).toEqual(['orders_list', 'orders_get']);
    await expect(
      createToken(harness.db, member, { name: 'More', scopes: ['team.write'], days: 7 }),
    ).rejects.toThrow('not among your own rights');
  });

  test('what the policy denies is not listed, and not run either', async () => {
    const { token } = await harness.token();
    const client = await harness.client(token);
    const rule = { server: 'amber', own: false, locked: false, critical: false, openForHours: null };
    await setRule(harness.db, harness.harness.admin, { ...rule, tool: 'customer_create', effect: 'deny' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('customer_create');
    const answer = await client.callTool(CREATE);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain('policy lets nobody run this tool');
    const denied = await harness.db.select().from(calls).where(eq(calls.status, 'denied'));
    expect(denied.map(({ tool }) => tool)).toContain('customer_create');
    await setRule(harness.db, harness.harness.admin, { ...rule, tool: 'customer_create', effect: null });
    await client.close();
  });

  test('revoking withdraws what waits, and the record says who made and revoked what', async () => {
    const { token, id } = await harness.token();
    const client = await harness.client(token);
    const customer = await harness.harness.office.addCustomer();
    const call = { name: 'customer_delete', arguments: { customerId: customer.id } };
    const answering = client.callTool(call);
    const card = await harness.card(customer.id);
    await revokeToken(harness.db, harness.harness.admin, id);
    const answer = await answering;
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain('revoked');
    await expect(harness.harness.decide(card.id, 'confirm')).rejects.toThrow('withdrawn');
    await expect(client.callTool(call)).rejects.toThrow();
    const rows = await harness.db
      .select()
      .from(receipts)
      .where(sql`${receipts.body}::json ->> 'token' = ${id}`);
    const kinds = rows.sort((one, other) => one.id - other.id).map(({ kind }) => kind);
    expect(kinds).toEqual(['token made', 'asked', 'token revoked', 'withdrawn']);
    expect(JSON.parse(rows[1]?.body ?? '')).toMatchObject({
      client: 'Visiting client',
      tool: 'customer_delete',
    });
    await client.close().catch(() => {});
  });

  test('revoking withdraws also what is being asked about at that moment', async () => {
    const { token, id } = await harness.token();
    const client = await harness.client(token);
    const customer = await harness.harness.office.addCustomer();
    const call = { name: 'customer_delete', arguments: { customerId: customer.id } };
    const answering = client.callTool(call);
    const card = await harness.card(customer.id);
    // As if the card were shown and the process that drives the call had not yet let it wait.
    const running = { status: 'running' as const };
    const isWaiting = and(eq(runs.tokenId, id), eq(runs.status, 'waiting'));
    const taken = async () => harness.db.update(runs).set(running).where(isWaiting).returning();
    let [run] = await taken();
    for (; !run; [run] = await taken()) await new Promise((resolve) => setTimeout(resolve, 20));
    const { chatId } = await revokeToken(harness.db, harness.harness.admin, id);
    const asked = run;
    await harness.db.transaction(async (tx) => {
      await lockChat(tx, chatId);
      await letWait(tx, asked);
    });
    expect(JSON.stringify(await answering)).toContain('revoked');
    await expect(harness.harness.decide(card.id, 'confirm')).rejects.toThrow('withdrawn');
    await client.close().catch(() => {});
  });

  test('each sees his own tokens, an admin those of the team; the calls stand beside', async () => {
    const member = await harness.harness.person('member');
    const { token, id } = await harness.token(member, 'Desk');
    await (await post(bearer(token))).text();
    const own = await readTokens(harness.db, member);
    expect(own.map((one) => one.id)).toEqual([id]);
    expect(own[0]?.calls).toMatchObject([{ tool: 'customer_create', status: 'success', client: null }]);
    const all = await readTokens(harness.db, harness.harness.admin);
    expect(all.map((one) => one.id)).toContain(id);
    const [chat] = await harness.db.select().from(chats).where(eq(chats.tokenId, id));
    expect(chat).toMatchObject({ title: 'Desk', userId: member.userId });
    const stranger = await harness.harness.person('member');
    await expect(revokeToken(harness.db, stranger, id)).rejects.toThrow('no such token');
  });

  test('a session id is nothing but a name, and holds for its own token only', async () => {
    const { token } = await harness.token();
    const other = await harness.token();
    const { host } = new URL(harness.url);
    const clientInfo = { name: 'raw\u202e client', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const accept = 'application/json, text/event-stream';
    const headers = { host, 'content-type': 'application/json', accept, ...bearer(token) };
    const begun = await harness.outside.handle(new Request(harness.url, { method: 'POST', headers, body }));
    const session = begun.headers.get('mcp-session-id') ?? '';
    expect(session).toMatch(/^[\x21-\x7e]+$/);
    expect(await (await post({ ...bearer(token), 'mcp-session-id': session })).text()).toContain('Nobody');
    const newest = await harness.db.select().from(runs).where(eq(runs.client, clientInfo.name));
    expect(newest).toHaveLength(1);
    expect((await post({ ...bearer(other.token), 'mcp-session-id': session })).status).toBe(404);
    expect((await post({ ...bearer(token), 'mcp-session-id': `${session}x` })).status).toBe(404);
  });
});
