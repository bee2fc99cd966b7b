/** Calls that a companion classifies, through `/api/mcp`: about what does not exist for the client, or is stopped, none is asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { lift, stopAtOnce } from '@/lib/rules/halting';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { OutsideHarness } from '../testing/outside-harness';

const TOOLS = [
  plainTool('act', { annotations: DESTRUCTIVE, _meta: { 'amber/risk': 'act_risk' } }),
  plainTool('act_risk', { annotations: READ_ONLY, _meta: { 'amber/companion': true } }),
];

describe.each(oneDatabase)('classified calls of other clients on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let server: TestServer;

  beforeAll(async () => {
    opened = await open();
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: ({ message }, response) =>
        sendResult(response, message, { content: [], structuredContent: { ...READ_ONLY } }),
    });
    const servers = [serverConfig('shop', server.url, { trusted: true })];
    harness = await OutsideHarness.open(opened, undefined, undefined, undefined, undefined, () => ({
      servers,
      problems: [],
    }));
  });
  beforeEach(() => {
    server.received.length = 0;
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await Promise.all([harness.close(), server.close()]);
    await opened.close();
  });

  const names = () => callsOf(server).map(({ message }) => message.params?.name);

  async function act(caller: Caller): Promise<string> {
    const given = [{ name: 'shop', url: server.url }];
    const { token } = await harness.token(caller, 'Laptop', ['customers.read'], given);
    const client = await harness.client(token);
    const answer = await client.callTool({ name: 'shop__act', arguments: {} }).catch(String);
    await client.close();
    return JSON.stringify(answer);
  }

  test('one that merely reads runs at once', async () => {
    await act(harness.harness.admin);
    expect(names().at(-1)).toBe('act');
  });

  test('a viewer, for whom the tool does not exist, reaches neither it nor its companion', async () => {
    await act(await harness.harness.person('viewer'));
    expect(names()).toEqual([]);
  });

  test('a server that an admin has stopped hears nothing', async () => {
    const { admin } = harness.harness;
    const halt = { kind: 'server', server: 'shop', tool: null, userId: null, reason: 'It is odd.' } as const;
    const { halts } = await stopAtOnce(opened.db, admin, halt);
    await act(admin);
    for (const { id } of halts) await lift(opened.db, admin, id);
    expect(names()).toEqual([]);
  });

  test('whoever would invite an admin waits for a person, and nobody is invited meanwhile', async () => {
    const { token } = await harness.token();
    const client = await harness.client(token);
    const invite = (email: string, role: string) =>
      client.callTool({ name: 'team_member_invite', arguments: { email, role } });
    await invite('kim@halden.test', 'member');
    const invited = async () => (await opened.db.select().from(schema.invitations)).map(({ email }) => email);
    expect(await invited()).toEqual(['kim@halden.test']);
    const answering = invite('mo@halden.test', 'admin');
    const card = await harness.card();
    expect(card).toMatchObject({ tool: 'team_member_invite', grantable: false });
    expect(await invited()).toEqual(['kim@halden.test']);
    await harness.harness.decide(card.id, 'confirm');
    await answering;
    expect((await invited()).sort()).toEqual(['kim@halden.test', 'mo@halden.test']);
    await client.close();
  });
});
