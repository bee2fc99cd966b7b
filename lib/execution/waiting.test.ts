/** A call that waits until its server may be called again: nothing of it was sent, and the ledger says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { createConnections } from '@/lib/connections/connect';
import { EMPTY_OWN } from '@/lib/connections/testing/caller';
import { callsOf, PATIENT, serverConfig, toolNamed } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { findCall } from '@/lib/store/calls';
import type { CallRow } from './ledger';
import { sendCall } from './send-call';
import { CallHarness } from './testing/call-harness';

describe.each(testDatabases)('a call that waits for its place on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: CallHarness;
  let server: TestServer;
  const gate = Promise.withResolvers<void>();

  beforeAll(async () => {
    opened = await open();
    harness = await CallHarness.open(opened);
    server = await startScriptedServer({
      list: () => ({ tools: [plainTool('t')] }),
      call: async ({ message }, response) => {
        await gate.promise;
        sendResult(response, message, { content: [] });
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it('is not marked as sent, and stopping it leaves no doubt', async () => {
    const servers = [serverConfig('s', server.url, { maxConcurrency: 1 })];
    const pool = createConnections({ own: EMPTY_OWN, servers, ...PATIENT });
    const connections = pool.connectionsFor(harness.caller);
    const tool = toolNamed(await connections.list(), 't');
    const stop = new AbortController();
    const send = (row: CallRow) =>
      sendCall({
        db: opened.db,
        connections,
        tool,
        input: {},
        row,
        tell: () => {},
        confirmed: true,
        signal: stop.signal,
        fence: { runId: row.runId, fence: 1 },
      });
    const [first, second] = [
      await harness.call({ status: 'claimed', tool }),
      await harness.call({ status: 'claimed', tool }),
    ];
    const stored = (row: CallRow) => findCall(opened.db, row.runId, row.toolCallId);
    const running = send(first);
    await expect.poll(() => callsOf(server).length).toBe(1);
    const waiting = send(second);
    await expect.poll(async () => (await stored(first))?.status).toBe('dispatched');
    expect(await stored(second)).toMatchObject({ status: 'claimed', attempts: 0 });
    stop.abort(new Error('Stopped by Mia.'));
    expect(await waiting).toEqual({ status: 'error', text: 'Stopped by Mia.' });
    expect(await stored(second)).toMatchObject({ status: 'error', attempts: 0, sends: 0 });
    // The other one was in progress: its outcome is unknown.
    expect(await running).toMatchObject({ status: 'unknown' });
    gate.resolve();
    await pool.close();
    expect(callsOf(server)).toHaveLength(1);
  });
});
