/**
 * Who lets a client use a server, and how that ends: ticked only by its person, removed at once, gone with the server.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { ServerConfig } from '@/lib/transport/server-config';
import { OutsideHarness } from '../testing/outside-harness';
import { Person } from '../testing/person';
import { changeToken, dropServer, serversNamed, serversToGive } from './change';

const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

describe.each(testDatabases)('servers of tokens on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let server: TestServer;
  let configs: ServerConfig[];

  beforeAll(async () => {
    opened = await open();
    const tools = [plainTool('read', { annotations: READS }), plainTool('drop')];
    server = await startScriptedServer({
      list: () => ({ tools }),
      call: ({ message }, response) =>
        sendResult(response, message, { content: [{ type: 'text', text: 'done' }] }),
    });
    const source = () => ({ servers: configs, problems: [] });
    configs = [serverConfig('far', server.url, { trusted: true })];
    harness = await OutsideHarness.open(opened, undefined, undefined, undefined, undefined, source);
  });
  beforeEach(() => {
    configs = [serverConfig('far', server.url, { trusted: true })];
    server.received.length = 0;
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await Promise.all([harness.close(), server.close()]);
    await opened.close();
  });

  const far = () => [{ name: 'far', url: server.url }];
  const { tokens } = schema;
  const rowOf = async (id: string) => (await harness.db.select().from(tokens).where(eq(tokens.id, id)))[0];
  const admin = () => harness.harness.admin;
  const further = async (token: string) => {
    const client = await harness.client(token, 'legacy');
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name).filter((name) => name.startsWith('far__'));
  };

  test('only its person adds one; an admin takes one away', async () => {
    const member = await harness.harness.person('member');
    const { id, token } = await harness.token(member, 'Theirs', ['customers.read']);
    await expect(changeToken(harness.db, admin(), id, { servers: far() })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const stranger = await harness.harness.person('member');
    await expect(changeToken(harness.db, stranger, id, { servers: far() })).rejects.toMatchObject({
      code: 'not_found',
    });
    await changeToken(harness.db, member, id, { servers: far() });
    expect(await further(token)).toEqual(['far__read', 'far__drop']);
    await changeToken(harness.db, admin(), id, { servers: [] });
    expect(await further(token)).toEqual([]);
    const { receipts } = schema;
    const rows = await harness.db.select().from(receipts).where(eq(receipts.kind, 'token changed'));
    const changes = rows.map(({ body }) => JSON.parse(body)).filter((body) => body.token === id);
    expect(changes.map(({ person }) => person.id)).toEqual([member.userId, admin().userId]);
    expect(changes.map((body) => body.servers)).toEqual([far(), []]);
  });

  test('what is ticked must be there, as it stands now', async () => {
    const connections = harness.harness.connectionsFor(admin());
    expect(await serversToGive(connections)).toEqual([{ name: 'far', trusted: true }]);
    expect(await serversNamed(connections, ['far'])).toEqual(far());
    await expect(serversNamed(connections, ['amber'])).rejects.toMatchObject({ code: 'bad_request' });
    await expect(serversNamed(connections, ['__proto__'])).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('a server of another address under the same name is another one', async () => {
    const { token } = await harness.token(admin(), 'Laptop', ['customers.read'], far());
    expect(await further(token)).toHaveLength(2);
    configs = [serverConfig('far', `${server.url}?moved`, { trusted: true })];
    expect(await further(token)).toEqual([]);
    const client = await harness.client(token);
    const called = await client.callTool({ name: 'far__read', arguments: {} });
    expect(JSON.stringify(called.content)).toContain('does not exist');
    expect(callsOf(server)).toEqual([]);
    await client.close();
  });

  test('a server that is removed is gone from every token, and what waits is withdrawn', async () => {
    const { token, id } = await harness.token(admin(), 'Laptop', ['customers.read'], far());
    const client = await harness.client(token);
    const answering = client.callTool({ name: 'far__drop', arguments: { n: 1 } });
    const card = await harness.card();
    configs = [];
    await dropServer(harness.db, admin(), 'far');
    expect(JSON.stringify((await answering).content)).toContain('may not use this server any more');
    expect((await rowOf(id))?.servers).toEqual([]);
    expect((await harness.cards()).find((one) => one.id === card.id)?.status).toBe('superseded');
    configs = [serverConfig('far', server.url, { trusted: true })];
    expect(await further(token)).toEqual([]);
    expect(callsOf(server)).toEqual([]);
    await client.close();
    const stays = await harness.token(admin(), 'Laptop', ['customers.read'], far());
    await dropServer(harness.db, admin(), 'far', server.url);
    expect((await rowOf(stays.id))?.servers).toEqual(far());
    await dropServer(harness.db, admin(), 'far', 'https://elsewhere.example/mcp');
    expect((await rowOf(stays.id))?.servers).toEqual([]);
  });

  test('a client that signs in has what was ticked, and nothing unless it was', async () => {
    const person = new Person(harness);
    const clientId = await person.register();
    const none = await person.signedIn(clientId);
    expect(await further(none.access_token)).toEqual([]);
    const some = await person.signedIn(clientId, { scopes: [], servers: far() });
    expect(some.scope).toBe('');
    expect(await further(some.access_token)).toEqual(['far__read', 'far__drop']);
    const renewed = await (await person.renew(clientId, some.refresh_token)).json();
    expect(await further(String(Object(renewed).access_token))).toHaveLength(2);
  });

  test('a client that listens hears that its list has changed', async () => {
    const { token, id } = await harness.token(admin(), 'Laptop', ['customers.read'], far());
    let isTold = false;
    const client = await harness.client(token, 'legacy');
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      isTold = true;
    });
    // Its first listing is what later ones are compared with; when that happens is not known here.
    for (let turn = 0; !isTold; turn++) {
      await changeToken(harness.db, admin(), id, { servers: turn % 20 < 10 ? [] : far() });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await client.close();
  });

  test('who leaves the team, or is no member that may, has nothing more sent', async () => {
    const member = await harness.harness.person('member');
    const { token } = await harness.token(member, 'Theirs', ['customers.read'], far());
    const client = await harness.client(token);
    const answering = client.callTool({ name: 'far__drop', arguments: { n: 2 } }).catch(String);
    const card = await harness.card();
    const { members } = schema;
    await harness.db.delete(members).where(eq(members.userId, member.userId));
    await harness.harness.decide(card.id, 'confirm').catch(() => {});
    const later = await client.callTool({ name: 'far__read', arguments: {} }).catch(String);
    expect(JSON.stringify(later)).not.toContain('done');
    expect(callsOf(server)).toEqual([]);
    await client.close().catch(() => {});
    await answering;
  });
});
