/** Names at the gateway: each leads to one tool of one server, whatever servers and tools are called. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { OutsideHarness } from '../testing/outside-harness';
import { changeToken } from './change';

const ROUNDS = 8;
const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
/** One server's name may be a prefix of another's. */
const namesIn = (round: number) => [`r${round}`, `r${round}__b`, `x${round}`.padEnd(32, 'x')];

const ODD = [
  ...['c', 'b__c', '_b__c', 'b__b__c', '__proto__', 'constructor', 'search_tools', 'customers_list'],
  ...['größe', 'gr__e', 'a b', 'a_b', 'a.b', 'a/b', '工具', '具工', '\u202edrop', 'none', '-', '0', '__'],
  ...[0, 1, 2, 3].map((last) => `${'y'.repeat(100)}${last}`),
  ...[57, 58, 59, 60, 61, 62].map((length) => 'z'.repeat(length)),
];

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function toolNames(random: (below: number) => number): string[] {
  const any = () =>
    String.fromCodePoint(
      ...Array.from({ length: 1 + random(70) }, () => 33 + random(random(3) === 0 ? 3_000 : 94)),
    );
  return Array.from({ length: 10 }, () => (random(3) === 0 ? any() : (ODD[random(ODD.length)] ?? 'c')));
}

describe('names at the gateway', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let servers: { server: TestServer; tools: string[] }[];
  /** Each round has other servers. */
  let round = 0;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    servers = await Promise.all(
      namesIn(0).map(async (_, at) => {
        const tools: string[] = [];
        const server = await startScriptedServer({
          list: () => ({ tools: tools.map((one) => plainTool(one, { annotations: READS })) }),
          call: ({ message }, response) => {
            const said = JSON.stringify([at, message.params?.name]);
            sendResult(response, message, { content: [{ type: 'text', text: said }] });
          },
        });
        return { server, tools };
      }),
    );
    const source = () => ({ servers: servers.map(configOf), problems: [] });
    harness = await OutsideHarness.open(opened, undefined, undefined, undefined, undefined, source);
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await Promise.all([harness.close(), ...servers.map(({ server }) => server.close())]);
    await opened.close();
  });

  const configOf = ({ server }: (typeof servers)[number], at: number) =>
    serverConfig(namesIn(round)[at] ?? '', server.url, { trusted: true });

  test('are of 64 plain characters, no two the same, and lead back', async () => {
    const { token, id } = await harness.token(harness.harness.admin, 'Laptop', ['customers.read']);
    const client = await harness.client(token, 'legacy');
    const random = numbers(18);
    for (round = 1; round <= ROUNDS; round++) {
      for (const { server, tools } of servers) {
        tools.splice(0, 99, ...new Set(toolNames(random)));
        server.received.length = 0;
      }
      const granted = servers.map(configOf).map(({ name, url }) => ({ name, url }));
      await changeToken(harness.db, harness.harness.admin, id, { servers: granted, mostTools: 320 });
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(new Set(listed).size).toBe(listed.length);
      const further = listed.filter((name) => name.includes('__'));
      const reached: string[] = [];
      for (const name of further) {
        expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        const { content } = await client.callTool({ name, arguments: {} });
        reached.push(String(Reflect.get(Object(Object(content)[0]), 'text')));
      }
      // Each name its own tool, each tool at most one name.
      expect(new Set(reached).size).toBe(further.length);
      const known = servers.flatMap(({ tools }, at) => tools.map((one) => JSON.stringify([at, one])));
      expect(known).toEqual(expect.arrayContaining(reached));
      expect(servers.flatMap(({ server }) => callsOf(server))).toHaveLength(further.length);
      expect(further.length).toBeGreaterThan(3);
    }
    await client.close();
  });
});
