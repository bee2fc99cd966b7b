/**
 * What pages show about sign-ins, and admins' settings for them: whose they are, which answers lack one, and why one
 * failed.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected } from '@/lib/authorization/testing/protected-server';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { Caller } from '@/lib/people/caller';
import { findFailedAttempt, insertSignInWaits } from '@/lib/store/servers/sign-in-pages';
import { Office } from '@/mcp/testing/office';
import { finish, signOut } from './finish';
import { readSignIns } from './read';
import { setSignInWay } from './set-way';
import { processOf } from './testing/process';

describe.each(testDatabases)('the pages of sign-ins on $name', ({ open }) => {
  let opened: OpenDatabase;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let admin: Caller;
  let member: Caller;
  let process: ReturnType<typeof processOf>;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    member = { ...admin, userId: id, userName: 'Mia', role: 'member' };
    issuer = await startIssuer();
    issuer.tells = true;
    server = await startProtected(issuer);
    process = processOf(opened.db, [serverConfig('s', server.url, { trusted: true })]);
  });
  afterEach(async () => {
    await Promise.all([process.pool.close(), issuer.close(), server.close()]);
  });

  const seenBy = async (caller: Caller) => {
    const { signIns } = await readSignIns(process.context(caller));
    const [one, ...others] = signIns;
    if (!one || others.length > 0) throw new Error(`${signIns.length} sign-ins`);
    return one;
  };

  /** A chat of this person whose newest answer lacks a sign-in at the server. */
  async function lacks(caller: Caller, title: string): Promise<string> {
    const { db } = opened;
    const [chatId, runId] = [randomToken(), randomToken()];
    const { teamId, userId } = caller;
    await db.insert(schema.chats).values({ id: chatId, teamId, userId, title });
    const messages = { userMessageId: 'question', messageId: 'answer' };
    await db.insert(schema.runs).values({ id: runId, chatId, ...messages, status: 'done', owner: 'test' });
    await insertSignInWaits(db, { id: runId, teamId, chatId }, ['s']);
    return chatId;
  }

  it('show each person their own, as whom, with which rights, and never anybody else’s', async () => {
    server.scope = 'read';
    expect(await seenBy(member)).toMatchObject({ state: 'none', mayAct: true, account: null, people: null });
    issuer.login = 'mia';
    await process.signIn(member);
    expect(await seenBy(member)).toMatchObject({
      state: 'active',
      account: 'mia',
      scopes: ['read'],
      wanted: [],
      forTeam: false,
      waiting: [],
      issuerHost: new URL(issuer.origin).host,
      host: new URL(server.origin).host,
    });
    const ofAdmin = await seenBy(admin);
    expect(ofAdmin).toMatchObject({ state: 'none', account: null, people: 1 });
    expect(JSON.stringify(ofAdmin)).not.toContain('mia');
    await signOut(process.context(member), 's');
    expect(await seenBy(member)).toMatchObject({ state: 'none', account: null, scopes: [] });
  });

  it('believe of an id token only what is of that authorization server and for Amber', async () => {
    issuer.instead = ({ path, body }, response) => {
      if (path !== '/token') return false;
      const aud = new URLSearchParams(body).get('client_id');
      const claims = { iss: 'https://evil.example', aud, preferred_username: 'root' };
      const token = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
      const given = { access_token: 'at', token_type: 'Bearer', id_token: token };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given));
      return true;
    };
    await process.signIn(member);
    const { serverSignIns } = schema;
    const rows = await opened.db
      .select()
      .from(serverSignIns)
      .where(eq(serverSignIns.personId, member.userId));
    expect(rows).toMatchObject([{ state: 'active', account: null }]);
  });

  it('let admins alone say who signs in, and sign everybody out with a change of that', async () => {
    await process.signIn(member);
    const team = { forTeam: true, namesResource: true };
    await expect(setSignInWay(process.context(member), 's', team)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await seenBy(member)).toMatchObject({ state: 'active' });
    await setSignInWay(process.context(admin), 's', team);
    expect(await seenBy(member)).toMatchObject({ state: 'none', forTeam: true, mayAct: false });
    issuer.login = 'team';
    await process.signIn(admin);
    expect(await seenBy(member)).toMatchObject({ state: 'active', account: 'team', mayAct: false });
    // A change in the requests to the provider is no reason to sign anybody out.
    await setSignInWay(process.context(admin), 's', { forTeam: true, namesResource: false });
    expect(await seenBy(member)).toMatchObject({ state: 'active', namesResource: false });
    await process.signIn(admin);
    const asked = issuer.requestsFor('/authorize').map(({ query }) => query.has('resource'));
    expect(asked).toEqual([true, true, false]);
    const { receipts } = schema;
    const told = (await opened.db.select().from(receipts))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter(({ server: of, change }) => of === 's' && String(change).startsWith('sign-in-of'));
    expect(told.map(({ change, namesResource }) => [change, namesResource])).toEqual([
      ['sign-in-of-team', true],
      ['sign-in-of-team', false],
    ]);
  });

  it('tell of answers that lack one: people their own, admins those of others where the team signs in', async () => {
    const chatId = await lacks(member, 'Salaries');
    expect((await seenBy(member)).waiting).toMatchObject([{ chatId, title: 'Salaries', owner: null }]);
    expect((await seenBy(admin)).waiting).toEqual([]);
    await setSignInWay(process.context(admin), 's', { forTeam: true, namesResource: true });
    expect((await seenBy(admin)).waiting).toMatchObject([{ title: '', owner: expect.any(String) }]);
    expect((await seenBy(member)).waiting).toEqual([]);
    await setSignInWay(process.context(admin), 's', { forTeam: false, namesResource: true });
    const messages = { userMessageId: 'more', messageId: 'answer 2' };
    const later = { id: randomToken(), chatId, ...messages, status: 'done', owner: 'test' } as const;
    await opened.db.insert(schema.runs).values({ ...later, createdAt: new Date(Date.now() + 60_000) });
    expect((await seenBy(member)).waiting).toEqual([]);
  });

  it('say why one came to nothing, to the person who began it alone, in words of ours', async () => {
    const query = await process.wayBack(member);
    query.delete('code');
    query.set('error', 'access_denied');
    query.set('error_description', 'Call 555');
    const error = await finish(process.context(member), query).catch((reason: unknown) => reason);
    const { host } = new URL(issuer.origin);
    expect(error).toMatchObject({ code: 'conflict', message: `The sign-in at ${host} was declined.` });
    const attempt = String(Object(error).details.attempt);
    expect(await findFailedAttempt(opened.db, member, attempt)).toMatchObject({
      server: 's',
      failure: `The sign-in at ${host} was declined.`,
    });
    expect(await findFailedAttempt(opened.db, admin, attempt)).toBeUndefined();
  });
});
