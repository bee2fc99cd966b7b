/**
 * Sign-ins with real databases, a real authorization server and a real server: whose they are, and how they stay valid.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import {
  type ProtectedServer,
  refuse,
  startProtected,
  tool,
} from '@/lib/authorization/testing/protected-server';
import { failureOf, NEVER, serverConfig, toolNamed } from '@/lib/connections/testing/connections';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { webFetch } from '@/lib/transport/web-fetch';
import { Office } from '@/mcp/testing/office';
import { begin } from './begin';
import { finish, signOut } from './finish';
import { HeldSignIn } from './held';
import { openSignIn } from './sealed';
import { processOf } from './testing/process';

const { serverSignIns, serverSignInWays, signInAttempts } = schema;

describe.each(testDatabases)('sign-ins on $name', ({ open }) => {
  let opened: OpenDatabase;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let admin: Caller;
  let member: Caller;
  let one: ReturnType<typeof processOf>;
  let other: ReturnType<typeof processOf>;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    member = { ...admin, userId: id, role: 'member' };
    issuer = await startIssuer();
    server = await startProtected(issuer);
    use(true);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all([one.pool.close(), other.pool.close(), issuer.close(), server.close()]);
  });

  function use(trusted: boolean, url = server.url) {
    one = processOf(opened.db, [serverConfig('s', url, { trusted })]);
    other = processOf(opened.db, [serverConfig('s', url, { trusted })]);
  }
  const rowOf = async (caller: Caller) => {
    const rows = await opened.db
      .select()
      .from(serverSignIns)
      .where(eq(serverSignIns.personId, caller.userId));
    const [row] = rows.sort((a, b) => Number(b.state === 'active') - Number(a.state === 'active'));
    if (!row) throw new Error('no sign-in');
    return row;
  };
  const names = async (process: typeof one, caller: Caller) =>
    (await process.pool.connectionsFor(caller).list()).tools.map(({ name }) => name).sort();
  const callRead = async (process: typeof one, caller: Caller) => {
    const connections = process.pool.connectionsFor(caller);
    return connections.call(toolNamed(await connections.list(), 'read'), {}, NEVER);
  };
  const refreshes = () => issuer.requestsFor('/token').filter(({ body }) => body.includes('refresh_token'));

  it('are each person’s own: no listing and no answer of one reaches another', async () => {
    server.toolsFor = ({ login }) => (login === 'ada' ? [tool('read'), tool('secret')] : [tool('read')]);
    issuer.login = 'ada';
    await one.signIn(admin);
    expect(await names(one, admin)).toEqual(['read', 'secret']);
    const { problems, tools } = await one.pool.connectionsFor(member).list();
    expect([tools, problems.map(({ kind }) => kind)]).toEqual([[], ['needs-sign-in']]);
    issuer.login = 'mia';
    await other.signIn(member);
    for (const process of [one, other]) {
      expect(await names(process, member)).toEqual(['read']);
      expect((await callRead(process, member)).text).toBe('for mia');
      expect((await callRead(process, admin)).text).toBe('for ada');
    }
    await signOut(one.context(admin), 's');
    for (const process of [one, other]) {
      expect(await names(process, admin)).toEqual([]);
      expect(await names(process, member)).toEqual(['read']);
    }
  });

  it('are the team’s where an admin says so, by admins only', async () => {
    const { way } = { way: one.context(admin).connections.signInWayOf(serverConfig('s', server.url)) };
    const row = { ...way, teamId: admin.teamId, server: 's', forTeam: true, setBy: admin.userId };
    await opened.db.insert(serverSignInWays).values(row);
    await expect(one.signIn(member)).rejects.toMatchObject({ code: 'forbidden' });
    await one.signIn(admin);
    expect((await callRead(other, member)).text).toBe('for mia@other');
    await expect(signOut(one.context(member), 's')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are begun and ended in one session, by one person, once, within ten minutes', async () => {
    const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'conflict' });
    const query = await one.wayBack(admin);
    await refused(finish(one.context(member), query));
    await refused(finish(one.context(admin, 'another session'), query));
    const twice = new URLSearchParams(query);
    twice.append('state', 'x');
    await refused(finish(one.context(admin), twice));
    await refused(finish(one.context(admin), new URLSearchParams()));
    expect(issuer.requestsFor('/token')).toEqual([]);
    await finish(other.context(admin), query);
    await refused(finish(one.context(admin), query));
    const late = await one.wayBack(member);
    await opened.db.update(signInAttempts).set({ createdAt: sql`now() - interval '11 minutes'` });
    await refused(finish(one.context(member), late));
    const left = await one.wayBack(admin);
    await signOut(one.context(admin), 's');
    await refused(finish(one.context(admin), left));
    const mixed = await one.wayBack(member);
    mixed.set('iss', 'https://evil.example');
    await refused(finish(one.context(member), mixed));
    expect(issuer.requestsFor('/token')).toHaveLength(1);
  });

  it('are refreshed once by however many processes, and keep what was shown on a card', async () => {
    await one.signIn(admin);
    const connections = one.pool.connectionsFor(admin);
    const before = toolNamed(await connections.list(), 'read');
    const row = await rowOf(admin);
    const used = `Bearer ${openSignIn(SECRET, row)?.tokens.access}`;
    const web = { fetch: webFetch(), mayBeLocal: true };
    const held = [1, 2].map(() => new HeldSignIn(row.id, { db: () => opened.db, secret: SECRET, web }));
    await Promise.all(held.map((each) => each.header()));
    const all = Array.from({ length: 25 }, () => held.map((each) => each.renewed(used))).flat();
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
    expect(refreshes()).toHaveLength(1);
    expect(new Set(await Promise.all(held.map((each) => each.header()))).size).toBe(1);
    // A process that still has the old token is told so by the server, and loads the new one.
    const after = await connections.list({ fresh: 's' });
    expect(toolNamed(after, 'read').contractHash).toBe(before.contractHash);
    expect((await callRead(other, admin)).isError).toBe(false);
    expect(refreshes()).toHaveLength(1);
  });

  it('are refreshed before anything is sent where they are near their end', async () => {
    await one.signIn(admin);
    await callRead(one, admin);
    const soon = Date.now() + 3_590_000;
    vi.spyOn(Date, 'now').mockReturnValue(soon);
    expect((await callRead(one, admin)).isError).toBe(false);
    expect(refreshes()).toHaveLength(1);
    expect(server.ran).toHaveLength(2);
  });

  it('end in “sign in again” where a refresh was lost, and are not asked for again', async () => {
    await one.signIn(admin);
    const refresh = openSignIn(SECRET, await rowOf(admin))?.tokens.refresh ?? '';
    // As by a process that died before it could store the response.
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh });
    await fetch(`${issuer.origin}/token`, { method: 'POST', body });
    for (const process of [one, other, one]) {
      const { problems } = await process.pool.connectionsFor(admin).list({ fresh: 's' });
      expect(problems.map(({ kind }) => kind)).toEqual(['needs-sign-in']);
    }
    expect(refreshes()).toHaveLength(2);
    expect(await rowOf(admin)).toMatchObject({ state: 'over', sealed: '' });
    await one.signIn(admin);
    expect((await callRead(other, admin)).isError).toBe(false);
  });

  it.each([true, false])(
    'a call that was executed and then refused is not sent again (trusted: %s)',
    async (trusted) => {
      use(trusted);
      await one.signIn(admin);
      server.onCall = ({ login, access }, name, response) => {
        server.ran.push({ login, tool: name });
        issuer.valid.delete(access);
        refuse(response, server);
        return true;
      };
      const error = await failureOf(callRead(one, admin));
      expect(error).toMatchObject({ code: 'renewed', delivery: trusted ? 'answered' : 'unknown' });
      expect(server.ran).toHaveLength(1);
    },
  );

  it('ask for the union where the server wants more, twice at most', async () => {
    server.scope = 'read';
    await one.signIn(admin);
    for (const scope of ['write', 'admin']) {
      server.onCall = (_, __, response) => {
        const header = `Bearer error="insufficient_scope", scope="${scope}"`;
        response.writeHead(403, { 'www-authenticate': header }).end();
        return true;
      };
      const error = await failureOf(callRead(one, admin));
      expect(error).toMatchObject({ code: 'needs-rights', delivery: 'answered' });
      const { scopes } = await begin(other.context(admin), { server: 's' });
      expect(scopes).toEqual(expect.arrayContaining(['read', scope]));
      await other.signIn(admin);
    }
    expect((await rowOf(admin)).asked.split(' ').sort()).toEqual(['admin', 'read', 'write']);
    await failureOf(callRead(one, admin));
    await expect(one.signIn(admin)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('open nowhere else, and no dump holds what opens anything', async () => {
    await one.signIn(admin);
    await one.wayBack(member);
    const row = await rowOf(admin);
    expect(openSignIn(SECRET, row)).toBeDefined();
    const moves = [
      { personId: member.userId },
      { personId: null },
      { server: 't' },
      { teamId: 'x' },
      { identity: 'x' },
      { issuer: 'https://evil.example' },
      { resource: 'https://evil.example' },
    ];
    for (const move of moves) expect(openSignIn(SECRET, { ...row, ...move })).toBeUndefined();
    const tables = ['server_sign_ins', 'sign_in_attempts', 'server_clients', 'receipts'];
    const dumps = tables.map((name) => rowsOf(opened.db, sql.raw(`select * from ${name}`)));
    const dump = JSON.stringify(await Promise.all(dumps));
    for (const { access, refresh } of issuer.given)
      expect(dump.includes(access) || dump.includes(refresh)).toBe(false);
  });

  it('count no longer where the server has another address', async () => {
    await one.signIn(admin);
    const moved = await startProtected(issuer);
    use(true, moved.url);
    expect(await names(one, admin)).toEqual([]);
    expect(moved.asked.filter(({ headers }) => headers.authorization)).toEqual([]);
    await moved.close();
  });

  it('go anew to whoever lets people in by now: nothing of the one before is sent there', async () => {
    await one.signIn(admin);
    const next = await startIssuer();
    server.resource.authorization_servers = [next.origin];
    const { url } = await begin(one.context(admin), { server: 's' });
    const first = new URLSearchParams(issuer.requestsFor('/token')[0]?.body).get('client_id') ?? '';
    expect(url.startsWith(next.origin)).toBe(true);
    expect(JSON.stringify([url, next.asked])).not.toContain(first);
    await next.close();
  });
});
