/**
 * The gateway: `npm run bench -- gateway`. A read of a connected server through `/api/mcp` compared with the same read
 * sent to the server directly, alternately in one run; and the cost of listing 200 tools for 50 concurrent clients
 * compared with one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { App, AppOptions } from '../../../e2e/app.ts';
import { READS } from '../../../e2e/servers/hints.ts';
import { type RecordedTool, RecordingMcp } from '../../../e2e/servers/recording-mcp.ts';
import type { Session } from '../../../e2e/session.ts';
import { callTool, listTools } from '../call-tool.ts';
import { median, spread } from '../statistics.ts';
import { table } from '../table.ts';
import { CALL_MS } from '../tool-servers.ts';

const TURNS = { warmUp: 20, measured: 100 };
const CLIENTS = 50;
const LISTED = 200;
const EACH = 4;
const MAX = { read: 1.5, list: 2 };

/** One that answers at once, and one with the latency of a server on the network. */
const NAMES = ['at_once', 'takes_time'] as const;
const TOOLS: RecordedTool[] = [
  { name: 'at_once', annotations: READS },
  { name: 'takes_time', annotations: READS, run: () => pause(CALL_MS, { text: 'done' }) },
  ...Array.from({ length: LISTED - NAMES.length }, (_, nth) => ({ name: `tool_${nth}`, annotations: READS })),
];

type WithApp = (options: AppOptions, task: (app: App, session: Session) => Promise<void>) => Promise<void>;

export async function benchGateway(withApp: WithApp): Promise<void> {
  const server = await RecordingMcp.start(TOOLS);
  try {
    const options = { servers: { far: { type: 'http', url: server.url, trusted: true } } };
    await withApp(options, async (app, session) => {
      const tokens = await makeTokens(session);
      await readTable(app, server.url, tokens);
      await listTable(app, tokens);
    });
  } finally {
    await server.close();
  }
}

async function makeTokens(session: Session): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < CLIENTS; at++) {
    const body = { name: `Client ${at}`, scopes: [], servers: ['far'], days: 7 };
    const { body: made } = await session.call<{ id: string; token: string }>('POST', '/api/tokens', body);
    await session.call('PATCH', `/api/tokens/${made.id}`, { mostTools: 320 });
    tokens.push(made.token);
  }
  return tokens;
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

async function timed(work: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const answer = await work();
  const text = await answer.text();
  if (!answer.ok || text.includes('"isError":true')) throw new Error(`It failed: ${text.slice(0, 300)}`);
  return performance.now() - startedAt;
}

async function readTable(app: App, url: string, [token = '']: readonly string[]): Promise<void> {
  const rows = [['', 'directly, ms', 'through Amber, ms', '95th percentile', 'ratio']];
  let ratio = Number.NaN;
  for (const name of NAMES) {
    const times = { direct: [] as number[], through: [] as number[] };
    for (let turn = 0; turn < TURNS.warmUp + TURNS.measured; turn++) {
      const direct = await timed(() => callTool(url, name, {}));
      const call = () => callTool(`${app.url}/api/mcp`, `far__${name}`, {}, authorized(token));
      const through = await timed(call);
      if (turn < TURNS.warmUp) continue;
      times.direct.push(direct);
      times.through.push(through);
    }
    const [direct, through] = [spread(times.direct), spread(times.through)];
    ratio = through.median / direct.median;
    const ms = [direct.median, through.median, through.p95].map((one) => one.toFixed(2));
    rows.push([name === 'at_once' ? 'answers at once' : `takes ${CALL_MS} ms`, ...ms, ratio.toFixed(2)]);
  }
  console.log(`A re-exported read, one after another\n\n${table(rows)}\n`);
  aim(`through the gateway over directly, a read of ${CALL_MS} ms`, ratio, MAX.read);
}

async function listTable(app: App, tokens: readonly string[]): Promise<void> {
  const list = (token: string) => timed(() => listTools(`${app.url}/api/mcp`, authorized(token)));
  const [first = ''] = tokens;
  for (const token of tokens) await list(token);
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < EACH; round++) {
    for (let turn = 0; turn < 10; turn++) alone.push(await list(first));
    const startedAt = performance.now();
    await Promise.all(tokens.map(list));
    together.push((performance.now() - startedAt) / tokens.length);
  }
  const [one, many] = [median(alone), median(together)];
  const rows = [
    ['', 'ms a listing'],
    ['one client', one.toFixed(2)],
    [`${CLIENTS} clients at once`, many.toFixed(2)],
  ];
  console.log(`\n${LISTED} tools listed, what one listing costs\n\n${table(rows)}\n`);
  aim(`${CLIENTS} clients x ${LISTED} tools over one client`, many / one, MAX.list);
}

function aim(figure: string, ratio: number, most: number): void {
  console.log(`  ${figure}: ${ratio.toFixed(2)}, at most ${most}: ${ratio <= most ? 'met' : 'MISSED'}`);
}
