/**
 * A token that its server stops accepting during a call: with a real server, a real authorization server and the
 * ledger. Only repeatable calls are sent again after a renewal; a confirmed one never is.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import {
  type ProtectedServer,
  refuse,
  startProtected,
  tool,
} from '@/lib/authorization/testing/protected-server';
import { serverConfig, toolNamed } from '@/lib/connections/testing/connections';
import { processOf } from '@/lib/sign-ins/testing/process';
import { advance } from './ledger';
import { sendCall } from './send-call';
import { CallHarness } from './testing/call-harness';

const DESTROYS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

describe.each(testDatabases)('a token that counts no longer, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: CallHarness;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let process: ReturnType<typeof processOf>;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    harness = await CallHarness.open(opened);
    issuer = await startIssuer();
    server = await startProtected(issuer);
    server.toolsFor = () => [tool('read'), tool('drop', DESTROYS)];
  });
  afterEach(async () => {
    await Promise.all([process.pool.close(), issuer.close(), server.close()]);
  });

  /** The server stops accepting all tokens issued so far; if `executes`, it executes the call before. */
  const forgetting = ({ executes }: { executes: boolean }): void => {
    let isFirst = true;
    server.onCall = ({ login, access }, name, response) => {
      if (!isFirst) return false;
      isFirst = false;
      if (executes) server.ran.push({ login, tool: name });
      issuer.valid.delete(access);
      refuse(response, server);
      return true;
    };
  };

  async function send(name: string, { trusted = true, confirmed = false } = {}) {
    process = processOf(opened.db, [serverConfig('s', server.url, { trusted })]);
    await process.signIn(harness.caller);
    const connections = process.pool.connectionsFor(harness.caller);
    const found = toolNamed(await connections.list(), name);
    const row = await harness.call({ status: 'approved', tool: found });
    const claimed = await advance(opened.db, row, 'claimed');
    if (!claimed) throw new Error('Not claimed.');
    const ended = await sendCall({
      db: opened.db,
      connections,
      tool: found,
      input: {},
      row: claimed,
      confirmed,
      tell: () => {},
      fence: { runId: row.runId, fence: 1 },
      signal: new AbortController().signal,
    });
    const sent = server.asked.filter(({ body }) => body.includes('"tools/call"')).length;
    const { signInWaits } = schema;
    const waits = await opened.db.select().from(signInWaits).where(eq(signInWaits.runId, row.runId));
    return { status: ended.status, sent, ran: server.ran.length, waits: waits.map((one) => one.server) };
  }
  const renewals = () =>
    issuer.requestsFor('/token').filter(({ body }) => body.includes('refresh_token')).length;

  it('is renewed, and a read of a trusted server is sent once more', async () => {
    forgetting({ executes: false });
    expect(await send('read')).toEqual({ status: 'success', sent: 2, ran: 1, waits: [] });
    expect(renewals()).toBe(1);
  });

  it('is renewed, and what a person confirmed is not sent again, whatever it does', async () => {
    for (const name of ['read', 'drop']) {
      server.asked.length = 0;
      server.ran.length = 0;
      forgetting({ executes: false });
      expect(await send(name, { confirmed: true })).toEqual({ status: 'error', sent: 1, ran: 0, waits: [] });
    }
  });

  it('leaves a call as refused where a trusted server had executed it, and as unknown where nobody vouches', async () => {
    forgetting({ executes: true });
    const refused = { status: 'error', sent: 1, ran: 1, waits: [] };
    expect(await send('drop', { confirmed: true })).toEqual(refused);
    await process.pool.close();
    server.asked.length = 0;
    server.ran.length = 0;
    forgetting({ executes: true });
    const unknown = { status: 'unknown', sent: 1, ran: 1, waits: [] };
    expect(await send('drop', { trusted: false, confirmed: true })).toEqual(unknown);
  });

  it('is sent once more once only', async () => {
    server.onCall = ({ access }, _, response) => {
      issuer.valid.delete(access);
      refuse(response, server);
      return true;
    };
    expect(await send('read')).toMatchObject({ status: 'error', sent: 2, ran: 0 });
  });

  it('that cannot be renewed ends the call as not run, which the inbox is told of', async () => {
    issuer.instead = ({ path, body }, response) => {
      if (path !== '/token' || !body.includes('refresh_token')) return false;
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return true;
    };
    forgetting({ executes: false });
    expect(await send('read')).toEqual({ status: 'error', sent: 1, ran: 0, waits: ['s'] });
  });

  it('with too few rights ends as not run, which the inbox is told of', async () => {
    server.onCall = (_, __, response) => {
      const header = 'Bearer error="insufficient_scope", scope="write"';
      response.writeHead(403, { 'www-authenticate': header }).end();
      return true;
    };
    expect(await send('drop', { confirmed: true })).toEqual({
      status: 'error',
      sent: 1,
      ran: 0,
      waits: ['s'],
    });
  });
});
