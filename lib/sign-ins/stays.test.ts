/** The tokens of a sign-in stay where they belong: with its server, its authorization server and its person. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { dumpOf } from '@/db/testing/dump';
import { json } from '@/lib/authorization/testing/recorder';
import { failureOf, serverConfig } from '@/lib/connections/testing/connections';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { begin } from './begin';
import { finish } from './finish';
import { openAttempt, openClient } from './sealed';
import type { processOf } from './testing/process';
import { callRead, Stage } from './testing/stage';

const { serverClients, serverSignIns, signInAttempts } = schema;

describe('a sign-in', () => {
  let opened: OpenDatabase;
  let stage: Stage;
  let one: ReturnType<typeof processOf>;
  let admin: Caller;
  let member: Caller;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    stage = await Stage.open(opened);
    ({ admin, member } = stage);
    one = stage.process();
  });
  afterEach(async () => {
    await stage.close();
  });

  const rowsOf = (caller: Caller) =>
    opened.db.select().from(serverSignIns).where(eq(serverSignIns.teamId, caller.teamId));

  it('sends a token in the header of its own server’s requests, and nowhere else', async () => {
    const { issuer, server } = stage.s;
    await one.signIn(admin);
    await one.signIn(admin, 't');
    await callRead(one, admin);
    issuer.valid.clear();
    expect((await failureOf(callRead(one, admin))).code).toBe('renewed');
    await callRead(one, admin);
    await begin(one.context(admin), { server: 's' });
    const tokens = issuer.given.map(({ access }) => access);
    expect(tokens).toHaveLength(2);
    const holders = server.asked.filter(({ headers }) => headers.authorization !== undefined);
    expect(new Set(holders.map(({ headers }) => headers.authorization))).toEqual(
      new Set(tokens.map((access) => `Bearer ${access}`)),
    );
    expect(new Set(holders.map(({ path }) => path))).toEqual(new Set(['/mcp']));
    const rest = server.asked.map(({ headers: { authorization: _, ...headers }, query, body, path }) => [
      ...[path, String(query), headers, body],
    ]);
    const others = [rest, issuer.asked, stage.t.issuer.asked, stage.t.server.asked];
    const heard = JSON.stringify(others, (_, value) =>
      value instanceof URLSearchParams ? `${value}` : value,
    );
    for (const access of tokens) expect(heard).not.toContain(access);
    const elsewhere = JSON.stringify([server.asked, stage.t.issuer.asked, stage.t.server.asked]);
    for (const { refresh } of issuer.given) expect(elsewhere).not.toContain(refresh);
  });

  it('stays with who lets people in: another that a server names later gets no client, token or code of the first', async () => {
    const { issuer, server } = stage.s;
    const next = stage.t.issuer;
    await one.signIn(admin);
    const [first] = issuer.requestsFor('/token');
    const client = new URLSearchParams(first?.body).get('client_id') ?? '';
    server.resource.authorization_servers = [next.origin];
    issuer.valid.clear();
    // A token is refreshed where it was issued, as long as it lasts.
    await callRead(one, admin);
    expect([issuer.requestsFor('/token').length, next.asked]).toEqual([2, []]);
    await one.signIn(admin);
    const heard = JSON.stringify(next.asked.map(({ body, query, headers }) => [body, `${query}`, headers]));
    expect(next.requestsFor('/token')).toHaveLength(1);
    for (const secret of [client, ...issuer.given.flatMap(({ access, refresh }) => [access, refresh])])
      expect(heard).not.toContain(secret);
    expect(issuer.requestsFor('/token')).toHaveLength(2);
    const clients = await opened.db
      .select()
      .from(serverClients)
      .where(eq(serverClients.teamId, admin.teamId));
    expect(clients.map((row) => row.issuer).sort()).toEqual([issuer.origin, next.origin].sort());
  });

  it('that lacks a right asks nobody by itself: the person sees what is wanted', async () => {
    const { issuer, server } = stage.s;
    await one.signIn(admin);
    server.onCall = (_, __, response) => {
      response
        .writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="admin:*"' })
        .end();
      return true;
    };
    const before = issuer.asked.length;
    for (let nth = 0; nth < 3; nth++)
      expect(await failureOf(callRead(one, admin))).toMatchObject({ code: 'needs-rights' });
    expect(issuer.asked).toHaveLength(before);
    const [row] = await rowsOf(admin);
    expect([row?.state, row?.wanted, row?.asked]).toEqual(['active', 'admin:*', '']);
    const { scopes, host } = await begin(one.context(admin), { server: 's' });
    expect([scopes, host]).toEqual([['admin:*'], new URL(issuer.origin).host]);
    const after = issuer.asked.slice(before).map(({ path }) => path);
    expect(after).toEqual(['/.well-known/oauth-authorization-server']);
    expect((await rowsOf(admin)).map(({ version, asked }) => [version, asked])).toEqual([[row?.version, '']]);
  });

  it('whose row is moved to another person, server or issuer sends nothing', async () => {
    await one.signIn(admin);
    const [row] = await rowsOf(admin);
    if (!row) throw new Error('Nobody is signed in.');
    await callRead(stage.process(), admin);
    stage.s.server.asked.length = 0;
    const moves = [
      { personId: member.userId },
      { personId: null },
      { server: 't' },
      { issuer: 'https://evil.example' },
    ];
    for (const move of moves) {
      const server = move.server ?? 's';
      const identity = one
        .context(admin)
        .connections.signInWayOf(serverConfig(server, stage[server as 's' | 't'].server.url)).identity;
      await opened.db
        .update(serverSignIns)
        .set({ ...row, ...move, identity })
        .where(eq(serverSignIns.id, row.id));
      const process = stage.process();
      for (const caller of [admin, member])
        expect((await process.pool.connectionsFor(caller).list()).tools).toEqual([]);
    }
    const sent = [stage.s, stage.t].flatMap(({ server }) =>
      server.asked.flatMap(({ headers }) => headers.authorization ?? []),
    );
    expect(sent).toEqual([]);
  });

  it('that was begun, and a client’s secret, open for nobody else', async () => {
    await one.wayBack(admin);
    const isOurs = eq(signInAttempts.teamId, admin.teamId);
    const [attempt] = await opened.db.select().from(signInAttempts).where(isOurs);
    if (!attempt) throw new Error('Nothing was begun.');
    expect(openAttempt(SECRET, attempt)?.issuer).toBe(stage.s.issuer.origin);
    const evil = 'https://evil.example';
    const texts = {
      userId: member.userId,
      teamId: 'x',
      server: 't',
      identity: 'x',
      issuer: evil,
      resource: evil,
    };
    for (const [name, value] of Object.entries({ ...texts, stateHash: 'x', forTeam: true }))
      expect(openAttempt(SECRET, { ...attempt, [name]: value }), name).toBeUndefined();
    const [client] = await opened.db
      .select()
      .from(serverClients)
      .where(eq(serverClients.teamId, admin.teamId));
    if (!client) throw new Error('No client is kept.');
    expect(openClient(SECRET, client)).toBeDefined();
    const moved = { teamId: 'x', issuer: evil, redirectUri: evil, clientId: 'x' };
    for (const [name, value] of Object.entries(moved))
      expect(openClient(SECRET, { ...client, [name]: value }), name).toBeUndefined();
  });

  it('leaves nothing in any table that opens anything', async () => {
    const { issuer } = stage.s;
    const secret = 'the-secret-of-a-client';
    issuer.metadata.token_endpoint_auth_methods_supported = ['client_secret_post'];
    issuer.instead = ({ path }, response) => {
      if (path === '/register') json(response, { client_id: 'c', client_secret: secret }, 201);
      return path === '/register';
    };
    const used = await one.wayBack(admin);
    await finish(one.context(admin), used);
    const open = await one.wayBack(member);
    issuer.valid.clear();
    await callRead(one, admin);
    const form = new URLSearchParams(issuer.requestsFor('/token')[0]?.body);
    expect(form.get('client_secret')).toBe(secret);
    const secrets = [secret, form.get('code_verifier') ?? '?'];
    for (const query of [used, open]) secrets.push(query.get('code') ?? '?', query.get('state') ?? '?');
    secrets.push(...issuer.given.flatMap(({ access, refresh }) => [access, refresh]));
    expect(secrets).toHaveLength(10);
    const dump = await dumpOf(opened.db);
    for (const name of ['server_sign_ins', 'sign_in_attempts', 'server_clients', 'receipts'])
      expect(dump.get(name), name).not.toBe('[]');
    for (const [name, rows] of dump)
      expect([name, secrets.filter((each) => rows.includes(each))]).toEqual([name, []]);
  });
});
