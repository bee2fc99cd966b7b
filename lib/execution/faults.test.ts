/**
 * The table of faults: for every way a response can fail, before or after the effect, how often the server executed the
 * call and what the ledger says about it. Every attempt meets the same fault.
 */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { createConnections } from '@/lib/connections/connect';
import { EMPTY_OWN } from '@/lib/connections/testing/caller';
import { PATIENT } from '@/lib/connections/testing/connections';
import type { Message, TestServer } from '@/lib/connections/testing/http-server';
import { sendJson } from '@/lib/connections/testing/http-server';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { findCall } from '@/lib/store/calls';
import type { Connections } from '@/lib/tools/types';
import { advance } from './ledger';
import { sendCall } from './send-call';
import { CallHarness } from './testing/call-harness';

type Fault = (response: ServerResponse, message: Message) => void;
const done = { content: [{ type: 'text', text: 'done' }] };
const events = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Lost responses: the outcome cannot be known. */
const LOST: Record<string, Fault> = {
  reset: (response) => void response.destroy(),
  'HTTP 500': (response) => void response.writeHead(500).end(),
  'HTTP 503': (response) => void response.writeHead(503).end(),
  hang: () => {},
  'cut stream': (response) => void events(response).write('data: {"jsonrpc"', () => response.destroy()),
  'bad JSON': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
  'wrong id': (response) => sendJson(response, { jsonrpc: '2.0', id: 'another', result: done }),
  redirect: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
};
/** By HTTP's own semantics the server refused. */
const REFUSED: Record<string, Fault> = {
  'HTTP 429': (response) => void response.writeHead(429).end(),
  'HTTP 401': (response) => void response.writeHead(401).end(),
};
/** The first one counts. */
const ANSWERED: Record<string, Fault> = {
  'duplicate answer': (response, message) => {
    const answer = { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', ...done } };
    events(response).end(`data: ${JSON.stringify(answer)}\n\n`.repeat(2));
  },
};
const FAULTS = { ...LOST, ...REFUSED, ...ANSWERED };

const KINDS = {
  'read-only': { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  'idempotent write': { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  additive: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const;
type Kind = keyof typeof KINDS;

interface Cell {
  fault: string;
  when: 'before' | 'after';
  kind: Kind;
  trusted: boolean;
}

const CELLS: Cell[] = Object.keys(FAULTS).flatMap((fault) =>
  (['before', 'after'] as const).flatMap((when) =>
    (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
      [true, false].map((trusted) => ({ fault, when, kind, trusted })),
    ),
  ),
);

/** R11 and the table of faults, restated independently of the code. */
function expected({ fault, when, kind, trusted }: Cell): { executions: number; status: string } {
  const asked = !trusted || kind === 'destructive';
  const repeats = !asked && (kind === 'read-only' || kind === 'idempotent write');
  if (fault in ANSWERED) return { executions: 1, status: 'success' };
  if (fault in REFUSED) return { executions: when === 'after' ? 1 : 0, status: 'error' };
  const executions = when === 'before' ? 0 : repeats ? 3 : 1;
  return { executions, status: trusted && kind === 'read-only' ? 'error' : 'unknown' };
}

const nameOf = ({ fault, when, kind, trusted }: Cell) =>
  `${trusted ? 'trusted' : 'untrusted'}|${kind}|${when}|${fault}`;

describe.each(testDatabases)('the table of faults on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: CallHarness;
  let server: TestServer;
  const executed = new Map<string, number>();

  beforeAll(async () => {
    opened = await open();
    harness = await CallHarness.open(opened);
    server = await startScriptedServer({
      list: () => ({
        tools: CELLS.map((cell) => plainTool(nameOf(cell), { annotations: KINDS[cell.kind] })),
      }),
      call: ({ message }, response) => {
        const name = String(message.params?.name);
        const [, , when, fault = ''] = name.split('|');
        if (when === 'after' || fault in ANSWERED) executed.set(name, (executed.get(name) ?? 0) + 1);
        FAULTS[fault]?.(response, message);
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  /** Only what hangs for ever gets a short time limit. */
  function connectionsWith(trusted: boolean, timeoutMs: number): Connections {
    const entry = { name: 's', url: server.url, headers: {}, trusted, timeoutMs };
    return createConnections({ own: EMPTY_OWN, servers: [entry], ...PATIENT }).connectionsFor(harness.caller);
  }

  async function outcome(
    cell: Cell,
    connections: Connections,
  ): Promise<{ executions: number; status: string }> {
    const { tools } = await connections.list();
    const tool = tools.find(({ name }) => name === nameOf(cell));
    if (!tool) throw new Error(`No tool ${nameOf(cell)}`);
    const row = await harness.call({ status: 'approved', tool });
    const claimed = await advance(opened.db, row, 'claimed');
    if (!claimed) throw new Error('Not claimed.');
    const ended = await sendCall({
      db: opened.db,
      connections,
      tool,
      input: {},
      row: claimed,
      tell: () => {},
      fence: { runId: row.runId, fence: 1 },
      confirmed: !cell.trusted || cell.kind === 'destructive',
      signal: new AbortController().signal,
    });
    const stored = await findCall(opened.db, row.runId, row.toolCallId);
    expect(stored?.status).toBe(ended.status);
    return { executions: executed.get(nameOf(cell)) ?? 0, status: ended.status };
  }

  it('gives what R11 and the table give, in every cell', async () => {
    const pools = { true: connectionsWith(true, 30_000), false: connectionsWith(false, 30_000) };
    const hasty = { true: connectionsWith(true, 4_000), false: connectionsWith(false, 4_000) };
    // A listing has as little time as a call, and a busy machine may need several attempts.
    for (const pool of Object.values(pools)) {
      const problems = async () => (await pool.list({ fresh: 's' })).problems;
      await expect.poll(problems, { timeout: 30_000 }).toEqual([]);
    }
    const found = new Map<string, unknown>();
    const waiting = [...CELLS];
    const worker = async () => {
      for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
        const pool = cell.fault === 'hang' ? hasty : pools;
        found.set(nameOf(cell), await outcome(cell, pool[`${cell.trusted}`]));
      }
    };
    await Promise.all(Array.from({ length: 12 }, worker));
    const wanted = new Map(CELLS.map((cell) => [nameOf(cell), expected(cell)]));
    const sorted = (cells: Map<string, unknown>) => [...cells].sort(([a], [b]) => a.localeCompare(b));
    expect(sorted(found)).toEqual(sorted(wanted));
    expect(found.size).toBe(176);
  });
});
