/**
 * Whom a team trusts, which servers it has besides the operator's, and what happens to them when that cannot be read.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createConnections } from '@/lib/connections/connect';
import { CALLER, EMPTY_OWN } from '@/lib/connections/testing/caller';
import { serverConfig, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { connectionsOf, SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import type { ServerConfig } from '@/lib/transport/server-config';
import { ServerBook } from './book';
import { sealHeaders } from './sealed-headers';
import { identityOf } from './team-servers';

const { receipts, serverVouches, teamServers, teams, toolPins } = schema;
const { start } = setUp();
const tools = [plainTool('look', { annotations: { readOnlyHint: true } }), plainTool('pay')];

describe.each(testDatabases)('trust on $name', ({ open }) => {
  let opened: OpenDatabase;
  let caller: Caller;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    caller = { ...CALLER, teamId: newId('team') };
    await opened.db.insert(teams).values({ id: caller.teamId, name: 'Nord' });
  });

  const connect = (servers: ServerConfig[], secret?: string) =>
    connectionsOf(opened.db, caller, servers, secret);
  async function server() {
    const { url } = await start(startScriptedServer({ list: () => ({ tools }) }));
    const connections = connect([serverConfig('s', url)]);
    return { url, list: () => connections.list({ fresh: 's' }) };
  }

  it('a vouch of this team counts for the very same server, and for no other team', async () => {
    const { url, list } = await server();
    const before = await list();
    const vouch = { teamId: caller.teamId, server: 's', identity: identityOf({ name: 's', url }) };
    await opened.db.insert(serverVouches).values(vouch);
    const vouched = await list();
    expect(toolNamed(vouched, 'look')).toMatchObject({ trusted: true, risk: 'read-only' });
    expect(vouched.serversVersion).toBeGreaterThan(before.serversVersion ?? 0);
    expect(toolNamed(vouched, 'look').contractHash).not.toBe(toolNamed(before, 'look').contractHash);
    await opened.db
      .update(serverVouches)
      .set({ identity: identityOf({ name: 's', url: `${url}2` }) })
      .where(eq(serverVouches.teamId, caller.teamId));
    expect(toolNamed(await list(), 'look').risk).toBe('destructive');
    await opened.db.update(serverVouches).set(vouch).where(eq(serverVouches.teamId, caller.teamId));
    caller = { ...caller, teamId: newId('team') };
    await opened.db.insert(teams).values({ id: caller.teamId, name: 'Other' });
    expect(toolNamed(await connect([serverConfig('s', url)]).list(), 'look').trusted).toBe(false);
  });

  it('a server of the settings is connected with its credentials, the file wins over one of the same name', async () => {
    const added = await start(startScriptedServer({ list: () => ({ tools }) }));
    const owner = { teamId: caller.teamId, name: 'mine', url: added.url };
    const sealedHeaders = sealHeaders(SECRET, owner, { Authorization: 'Bearer only-for-mine' });
    await opened.db.insert(teamServers).values({ ...owner, sealedHeaders });
    const book = new ServerBook(() => opened.db, SECRET);
    const shut = await createConnections({ own: EMPTY_OWN, servers: [], book }).connectionsFor(caller).list();
    expect(shut.problems[0]?.message).toMatch(/not on the open internet/);
    expect(added.received).toEqual([]);
    const listing = await connect([]).list();
    expect(listing.tools.map(({ modelName, trusted }) => [modelName, trusted])).toEqual([
      ['mine__look', false],
      ['mine__pay', false],
    ]);
    expect(new Set(added.received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer only-for-mine']),
    );
    expect(JSON.stringify(await opened.db.select().from(teamServers))).not.toContain('only-for-mine');
    expect(JSON.stringify(await opened.db.select().from(receipts))).not.toMatch(/only-for-mine|127\.0\.0\.1/);

    const ofFile = await start(startScriptedServer({ list: () => ({ tools: [plainTool('of_file')] }) }));
    const both = await connect([serverConfig('mine', ofFile.url)]).list();
    expect(both.tools.map(({ name }) => name)).toEqual(['of_file']);
    expect(both.problems.map(({ server, message }) => `${server} ${message}`)).toEqual([
      expect.stringMatching(/^mine .*file lists a server of this name/),
    ]);

    const otherSecret = await connect([], `${SECRET}, another one`).list();
    expect(otherSecret.tools).toEqual([]);
    expect(otherSecret.problems[0]?.message).toMatch(/credentials cannot be read/);
  });

  it('what cannot be read or written down leaves the tools out: nobody knows what they were', async () => {
    const { url } = await server();
    const failing = new ServerBook(() => Promise.reject(new Error('The database is away.')), SECRET);
    const config = [serverConfig('s', url, { trusted: true })];
    const away = await createConnections({ own: EMPTY_OWN, servers: config, book: failing })
      .connectionsFor(caller)
      .list();
    expect(away.tools).toEqual([]);
    expect(away.problems.map(({ server }) => server)).toEqual(['s']);

    let reads = 0;
    const halfway = new ServerBook(() => {
      if (++reads > 1) throw new Error('The database is away.');
      return opened.db;
    }, SECRET);
    const cut = await createConnections({ own: EMPTY_OWN, servers: config, book: halfway })
      .connectionsFor(caller)
      .list();
    expect(cut.tools).toEqual([]);
    expect(cut.problems.map(({ server }) => server)).toEqual(['s']);
    expect(await opened.db.$count(toolPins, eq(toolPins.teamId, caller.teamId))).toBe(0);
  });
});
