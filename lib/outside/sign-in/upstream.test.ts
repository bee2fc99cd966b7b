/**
 * Clients that reach connected servers through the gateway: what a server receives of them, and that it receives
 * nothing once their time is over.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected, tool } from '@/lib/authorization/testing/protected-server';
import { NEVER, serverConfig } from '@/lib/connections/testing/connections';
import type { Caller } from '@/lib/people/caller';
import { decideAndGo } from '@/lib/runs/decide-and-go';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { processOf } from '@/lib/sign-ins/testing/process';
import { OutsideHarness } from '../testing/outside-harness';
import { revokeToken } from '../tokens';

const { members, tokens } = schema;

describe('a connected server that people sign in to', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let process: ReturnType<typeof processOf>;
  let deps: RunDependencies;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    issuer = await startIssuer();
    server = await startProtected(issuer);
    server.toolsFor = () => [tool('read'), tool('drop', {})];
    process = processOf(opened.db, [serverConfig('s', server.url, { trusted: true })]);
    const around = (given: RunDependencies) => {
      deps = { ...given, connectionsFor: (caller) => process.pool.connectionsFor(caller) };
      return deps;
    };
    harness = await OutsideHarness.open(opened, undefined, undefined, around);
  });
  beforeEach(() => {
    server.asked.length = 0;
    server.ran.length = 0;
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await process.pool.close();
    await Promise.all([harness.close(), issuer.close(), server.close()]);
    await opened.close();
  });

  async function signedIn(login: string): Promise<Caller> {
    const person = await harness.harness.person('member');
    issuer.login = login;
    await process.signIn(person);
    return person;
  }
  const tokenOf = (person: Caller) =>
    harness.token(person, 'Laptop', ['customers.read'], [{ name: 's', url: server.url }]);
  async function decide(approvalId: string, decision: 'confirm' | 'cancel') {
    const { admin: caller } = harness.harness;
    const deciding = { caller, signal: NEVER, session: undefined, stepUp: async () => {} };
    const { live } = await decideAndGo(deps, deciding, { approvalId, decision, reason: undefined });
    await live?.done;
  }
  const calls = () => server.asked.filter(({ body }) => body.includes('tools/call'));

  test('hears the sign-in of the token’s own person, and never a token of ours', async () => {
    const [mia, noor] = [await signedIn('mia'), await signedIn('noor')];
    const [one, other] = [await tokenOf(mia), await tokenOf(noor)];
    const stranger = await tokenOf(await harness.harness.person('member'));
    for (const [{ token }, login] of [
      [one, 'mia'],
      [other, 'noor'],
    ] as const) {
      const client = await harness.client(token);
      const answer = await client.callTool({ name: 's__read', arguments: {} });
      expect(JSON.stringify(answer.content)).toContain(`for ${login}`);
      // A call that a person confirms for a valid token is sent.
      const answering = client.callTool({ name: 's__drop', arguments: {} });
      await decide((await harness.card()).id, 'confirm');
      expect(JSON.stringify((await answering).content)).toContain(`for ${login}`);
      await client.close();
    }
    const client = await harness.client(stranger.token);
    await client.callTool({ name: 's__read', arguments: {} }).catch(() => undefined);
    await client.close();
    expect(server.ran.map(({ login }) => login)).toEqual(['mia', 'mia', 'noor', 'noor']);
    const given = new Map(issuer.given.map(({ access, login }) => [`Bearer ${access}`, login]));
    const bearers = calls().map(({ headers }) => given.get(headers.authorization ?? ''));
    expect(bearers).toEqual(['mia', 'mia', 'noor', 'noor']);
    const heard = JSON.stringify([server.asked, issuer.asked]);
    for (const { token } of [one, other, stranger]) expect(heard).not.toContain(token);
  });

  test.each<[string, (person: Caller, tokenId: string) => Promise<unknown>]>([
    [
      'the role was lowered',
      ({ userId }) => harness.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, userId)),
    ],
    ['the person has left', ({ userId }) => harness.db.delete(members).where(eq(members.userId, userId))],
    ['the token was revoked', (_, id) => revokeToken(harness.db, harness.harness.admin, id)],
    [
      'the token’s time is over',
      (_, id) =>
        harness.db
          .update(tokens)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(tokens.id, id)),
    ],
  ])('is sent nothing of a call that waits once %s', async (_name, end) => {
    const person = await signedIn('mia');
    const { token, id } = await tokenOf(person);
    const client = await harness.client(token);
    const answering = client.callTool({ name: 's__drop', arguments: {} }).catch(() => undefined);
    const card = await harness.card();
    expect(card).toMatchObject({ server: 's', tool: 'drop', status: 'pending' });
    await end(person, id);
    await decide(card.id, 'confirm').catch(() => undefined);
    // If the confirmation was refused the card is still pending.
    await decide(card.id, 'cancel').catch(() => undefined);
    await answering;
    await client.callTool({ name: 's__drop', arguments: {} }).catch(() => undefined);
    expect([server.ran, calls()]).toEqual([[], []]);
    await client.close().catch(() => undefined);
  });

  test('is sent nothing more by a client whose token was revoked while a call was on its way', async () => {
    const { token, id } = await tokenOf(await signedIn('mia'));
    const client = await harness.client(token);
    const arrived = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    server.onCall = (_, __, response) => {
      arrived.resolve();
      void held.promise.then(() => response.writeHead(500).end());
      return true;
    };
    const answering = client.callTool({ name: 's__read', arguments: {} }).catch(() => undefined);
    await arrived.promise;
    await revokeToken(harness.db, harness.harness.admin, id);
    // A read may be sent again, but not for a token that is gone.
    held.resolve();
    await answering;
    server.onCall = undefined;
    await client.callTool({ name: 's__read', arguments: {} }).catch(() => undefined);
    expect([server.ran, calls().length]).toEqual([[], 1]);
    await client.close().catch(() => undefined);
  });
});
