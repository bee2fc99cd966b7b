/**
 * A server with individual sign-ins, through the gateway: with the sign-in of the token's person, and nobody else's.
 */
import { type Client, UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import {
  type ProtectedServer,
  refuse,
  startProtected,
  tool,
} from '@/lib/authorization/testing/protected-server';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { Caller } from '@/lib/people/caller';
import { processOf } from '@/lib/sign-ins/testing/process';
import { markTokenRevoked } from '@/lib/store/outside/tokens';
import { OutsideHarness, SECRET } from '../testing/outside-harness';
import { wantedSignIn } from './sign-in';

/** Nothing listens there. */
const GONE = 'http://127.0.0.1:9/mcp';
const URLS = { capabilities: { elicitation: { form: {}, url: {} } } };

describe.each(testDatabases)('sign-ins through the gateway on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let process: ReturnType<typeof processOf>;
  let member: Caller;

  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    issuer = await startIssuer();
    server = await startProtected(issuer);
    const servers = [serverConfig('s', server.url, { trusted: true }), serverConfig('gone', GONE)];
    process = processOf(opened.db, servers);
    const connectionsFor = (caller: Caller) => process.pool.connectionsFor(caller);
    harness = await OutsideHarness.open(opened, undefined, 300, (deps) => ({ ...deps, connectionsFor }));
    member = await harness.harness.person('member');
  });
  afterEach(async () => {
    await Promise.all([harness.close(), process.pool.close(), issuer.close(), server.close()]);
  });
  afterAll(() => opened.close());

  const grant = () => [{ name: 's', url: server.url }];
  const tokenOf = (caller: Caller) => harness.token(caller, 'Laptop', ['customers.read'], grant());
  const textOf = (answer: object) => JSON.stringify(Reflect.get(answer, 'content'));
  const read = (client: Client) => client.callTool({ name: 's__read', arguments: {} });
  const linkIn = (text: string) => /\/allow\/server\/([\w.-]+)/.exec(text)?.[1] ?? '';
  const wanted = (caller: Caller, link: string) => wantedSignIn(opened.db, SECRET, caller, link);

  test('each token calls with the sign-in of its own person', async () => {
    issuer.login = 'ada';
    await process.signIn(harness.harness.admin);
    issuer.login = 'bob';
    await process.signIn(member);
    server.toolsFor = ({ login }) => (login === 'ada' ? [tool('read'), tool('secret')] : [tool('read')]);
    for (const [caller, login, tools] of [
      [harness.harness.admin, 'ada', ['s__read', 's__secret']],
      [member, 'bob', ['s__read']],
    ] as const) {
      const { token } = await tokenOf(caller);
      const client = await harness.client(token);
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(listed.filter((name) => name.startsWith('s__'))).toEqual(tools);
      expect(textOf(await read(client))).toContain(`for ${login}`);
      await client.close();
      const heard = JSON.stringify(server.asked.map(({ headers }) => headers));
      expect(heard).not.toContain(token);
    }
    expect(server.ran.map(({ login }) => login)).toEqual(['ada', 'bob']);
  });

  test('what a person has not signed in to is no other person’s: the words and the page of ours', async () => {
    issuer.login = 'ada';
    await process.signIn(harness.harness.admin);
    const { token, id } = await tokenOf(member);
    const client = await harness.client(token, 'legacy');
    const answer = textOf(await read(client));
    expect(answer).toContain('wants you to sign in there yourself');
    expect(server.ran).toEqual([]);
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'read' } });
    const link = linkIn(textOf(found));
    expect(linkIn(answer)).not.toBe('');
    expect(await wanted(member, link)).toEqual({ client: 'Laptop', server: 's' });
    // Anybody else who opens it finds nothing, not even an admin of the team.
    expect(await wanted(harness.harness.admin, link)).toBeUndefined();
    expect(
      await wanted(
        member,
        link.replace(/^./, (first) => (first === 'W' ? 'X' : 'W')),
      ),
    ).toBeUndefined();
    await opened.db.transaction((tx) => markTokenRevoked(tx, id, member.userId));
    expect(await wanted(member, link)).toBeUndefined();
    await client.close();
  });

  test('why a server is not there the clients of admins are told, and those of others that it is not', async () => {
    const told = async (caller: Caller) => {
      const { token } = await harness.token(caller, 'Laptop', [], [{ name: 'gone', url: GONE }]);
      const client = await harness.client(token);
      const found = await client.callTool({ name: 'search_tools', arguments: { query: 'read' } });
      await client.close();
      return textOf(found);
    };
    const toAdmin = await told(harness.harness.admin);
    expect(toAdmin).toContain('gone');
    expect(toAdmin).not.toContain('An admin can see why');
    expect(await told(member)).toContain('Some of its tools are missing. An admin can see why.');
  });

  test('a client of 2026 is given the address, and goes on once its person has signed in', async () => {
    const { token } = await tokenOf(member);
    const client = await harness.client(token, 'auto', URLS);
    const shown: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(String(Reflect.get(params, 'url')));
      issuer.login = 'bob';
      await process.signIn(member);
      return { action: 'accept' };
    });
    expect(textOf(await read(client))).toContain('for bob');
    expect(shown).toHaveLength(1);
    expect(await wanted(member, linkIn(shown[0] ?? ''))).toEqual({ client: 'Laptop', server: 's' });
    await client.close();
  });

  test('a client of 2025-11-25 is given it with the error', async () => {
    const { token } = await tokenOf(member);
    const client = await harness.client(token, 'legacy', URLS);
    const failed: unknown = await read(client).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UrlElicitationRequiredError);
    const [first] = (failed as UrlElicitationRequiredError).elicitations;
    expect(await wanted(member, linkIn(first?.url ?? ''))).toEqual({ client: 'Laptop', server: 's' });
    await client.close();
  });

  test('a sign-in that ends is asked for anew, and the call is not sent with another', async () => {
    issuer.login = 'ada';
    await process.signIn(harness.harness.admin);
    issuer.login = 'bob';
    await process.signIn(member);
    const { token } = await tokenOf(member);
    const client = await harness.client(token);
    expect(textOf(await read(client))).toContain('for bob');
    server.onCall = ({ login }, _, response) => {
      if (login === 'bob') refuse(response, server);
      return login === 'bob';
    };
    const answer = textOf(await read(client));
    expect(answer).not.toContain('for ada');
    expect(server.ran.map(({ login }) => login)).toEqual(['bob']);
    await client.close();
  });
});
