/**
 * A vouch is about annotations: the connection and everything it holds stay, and only its tools are classified
 * differently.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { createConnections } from '@/lib/connections/connect';
import { EMPTY_OWN } from '@/lib/connections/testing/caller';
import { NEVER, PATIENT, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { programConfig, smallServer } from '@/lib/connections/testing/programs';
import { plainTool, startSessionServer } from '@/lib/connections/testing/scripted-server';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { webFetch } from '@/lib/transport/web-fetch';
import { Office } from '@/mcp/testing/office';
import { ServerBook } from './book';
import { addServer, type ChangeContext, readServers, vouch, withdraw } from './change-servers';
import type { ServersView } from './servers-view';

const { start } = setUp();

/** Counts its calls in memory, and its starts in a file. */
const COUNTER = `
require('node:fs').appendFileSync(process.env.STARTS, process.pid + '\\n');
let calls = 0;
const tools = () => [tool('count', { annotations: { readOnlyHint: true } })];
const call = (params, answer) => answer(text(process.pid + ' ' + ++calls));`;

describe.each(testDatabases)('a vouch on $name', ({ open }) => {
  let opened: OpenDatabase;
  let caller: Caller;
  const pools: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    for (const pool of pools) await pool.close();
    await opened.close();
  });
  beforeEach(async () => {
    const { teamId, adminId } = await Office.open(opened.db);
    caller = { userId: adminId, userName: 'Ada', teamId, teamName: 'Nord', role: 'admin' };
  });

  function acting(program?: string, env: Record<string, string> = {}): ChangeContext {
    const servers = program ? [programConfig('s', { args: [program], env }, { timeoutMs: 60_000 })] : [];
    const book = new ServerBook(() => opened.db, SECRET);
    const pool = createConnections({
      own: EMPTY_OWN,
      servers,
      book,
      webFetch: () => webFetch(),
      ...PATIENT,
      listingTimeoutMs: 60_000,
    });
    pools.push(pool);
    return { db: opened.db, caller, connections: pool.connectionsFor(caller) };
  }
  const seen = ({ servers }: ServersView) =>
    (servers[0]?.reviews ?? []).map(({ name: tool, definitionHash }) => ({ tool, definitionHash }));

  it('neither vouching nor withdrawing ends a program, and what it holds stays; the gate changes at once', async () => {
    const starts = join(mkdtempSync(join(tmpdir(), 'amber-vouch-')), 'starts');
    const context = acting(smallServer(COUNTER), { STARTS: starts });
    const { connections } = context;
    const tool = async () => toolNamed(await connections.list(), 'count');
    const count = async () => (await connections.call(await tool(), {}, NEVER)).text;

    const pid = (await count()).split(' ')[0];
    const before = await tool();
    expect(before).toMatchObject({ trusted: false, risk: 'destructive' });
    await vouch(context, 's', seen(await readServers(context)));
    // A tool listed before no longer counts as one of this server, though it is the same program.
    expect(connections.isCurrent(before)).toBe(false);
    const vouched = await tool();
    expect(vouched).toMatchObject({ trusted: true, risk: 'read-only' });
    expect(vouched.contractHash).not.toBe(before.contractHash);
    expect(await count()).toBe(`${pid} 2`);

    await withdraw(context, 's');
    expect(connections.isCurrent(vouched)).toBe(false);
    expect(await tool()).toEqual(before);
    expect(await count()).toBe(`${pid} 3`);
    // At most two handshakes, one of which may have been refused, and all of them before the first call.
    const started = readFileSync(starts, 'utf8').trim().split('\n');
    expect(started.at(-1)).toBe(pid);
    expect(started.length).toBeLessThanOrEqual(2);
  });

  it('nor is a server of the settings met anew', async () => {
    const tools = [plainTool('look', { annotations: { readOnlyHint: true } })];
    const server = await start(startSessionServer({ list: () => ({ tools }) }));
    const context = acting();
    const view = await addServer(context, { name: 'crm', url: server.url, headers: {} }, SECRET);
    const greetings = () => server.received.filter(({ message }) => message.method === 'initialize').length;
    const before = greetings();
    await vouch(context, 'crm', seen(view));
    expect(toolNamed(await context.connections.list(), 'look').risk).toBe('read-only');
    await withdraw(context, 'crm');
    expect(toolNamed(await context.connections.list(), 'look').risk).toBe('destructive');
    expect(greetings()).toBe(before);
  });
});
