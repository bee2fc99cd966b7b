/**
 * (h) A read by another client: `POST /api/mcp` over HTTP compared with the same handler in process, alternately; and
 * the reads per second for 50 concurrent clients, each with a token of its own.
 */
import type { App } from '../../e2e/app.ts';
import type { Session } from '../../e2e/session.ts';
import { AT_ONCE } from './answers.ts';
import { callTool } from './call-tool.ts';
import { median, type Spread, spread } from './statistics.ts';
import { closeConnections } from './timed-stream.ts';

const ROUNDS = { warmUp: 1, measured: 3 };
/** The number of repetitions of the route in process. */
const TURNS = 100;
const EACH = 10;

export interface OutsideFigures {
  http: Spread;
  inside: Spread;
  /** Of the medians. */
  ratio: number;
  /** Reads per second in the median round, 50 at once. */
  perSecond: number;
}

export async function measureOutside(app: App, session: Session): Promise<OutsideFigures> {
  const tokens = await makeTokens(session, AT_ONCE);
  const [token = ''] = tokens;
  const times = { http: [] as number[], inside: [] as number[] };
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS.warmUp + ROUNDS.measured; round++) {
    const http: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) http.push(await readOnce(app, '/api/mcp', token));
    const inside = await readInside(app, tokens[1] ?? '');
    const rate = await readAtOnce(app, tokens);
    if (round < ROUNDS.warmUp) continue;
    times.http.push(...http);
    times.inside.push(...inside);
    rates.push(rate);
    // A token has a limit of requests per period: each round uses the next ones.
    tokens.push(...tokens.splice(0, 2));
  }
  await closeConnections();
  const [http, inside] = [spread(times.http), spread(times.inside)];
  return { http, inside, ratio: http.median / inside.median, perSecond: median(rates) };
}

async function makeTokens(session: Session, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < count; at++) {
    const body = { name: `Client ${at}`, scopes: ['customers.read'], days: 7 };
    const { body: answer } = await session.call<{ token: string }>('POST', '/api/tokens', body);
    made.push(answer.token);
  }
  return made;
}

function post(app: App, path: string, token: string): Promise<Response> {
  return callTool(app.url + path, 'customers_list', { limit: 5 }, { authorization: `Bearer ${token}` });
}

/** @returns milliseconds until the last byte */
async function readOnce(app: App, path: string, token: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await post(app, path, token);
  const text = await answer.text();
  if (!answer.ok || text.includes('"isError":true'))
    throw new Error(`The read failed: ${text.slice(0, 500)}`);
  return performance.now() - startedAt;
}

async function readInside(app: App, token: string): Promise<number[]> {
  const answer = await post(app, '/api/inside', token);
  if (!answer.ok) throw new Error(`The read in process failed: ${(await answer.text()).slice(0, 500)}`);
  return ((await answer.json()) as { times: number[] }).times;
}

async function readAtOnce(app: App, tokens: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    tokens.map(async (token) => {
      for (let turn = 0; turn < EACH; turn++) await readOnce(app, '/api/mcp', token);
    }),
  );
  return (tokens.length * EACH * 1000) / (performance.now() - startedAt);
}
