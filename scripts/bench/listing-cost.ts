/**
 * (i) Twenty connected servers with fifty tools each: what listing them adds to a turn once they are known, how long
 * the first listing takes, and the memory that they are kept in. With trusted and untrusted servers: trusted ones are
 * compared with their pins at every listing. Loaded by `listing.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import type { ServerConfig } from '@/lib/transport/server-config';
import { median, type Spread, spread } from './statistics';

export const SERVERS = 20;
export const TOOLS = 50;
const LISTINGS = { warmUp: 20, measured: 100 };
const TURNS = { warmUp: 5, measured: 30 };
const COLD = 5;

/** For one database, with or without pins; in ms, except for the memory. */
export interface ListingCost {
  /** The first listing of a process; pins, if any, exist from before. */
  cold: Spread;
  /** The duration of a listing of known servers, minus one without these servers. */
  warm: number;
  /** The time until the model is asked, minus the same without these servers. */
  turn: number;
  /** Heap used by the listing, in bytes. */
  heap: number;
}

type ByPins = Record<'vouched' | 'unknown', ListingCost>;

export interface ListingFigures {
  embedded: ByPins;
  postgres: ByPins;
}

/** @param url of an empty PostgreSQL database */
export async function measureListing(url: string, migrations: string): Promise<ListingFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-bench-'));
  const servers = await Promise.all(Array.from({ length: SERVERS }, startServer));
  try {
    return {
      embedded: await measureOn({ dataDir: folder }, migrations, servers),
      postgres: await measureOn({ dataDir: folder, url }, migrations, servers),
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tools of a typical size: a sentence, three arguments. */
function startServer(): Promise<TestServer> {
  const inputSchema = {
    type: 'object',
    properties: {
      customerId: {
        type: 'string',
        description: 'The id of the customer, as the list of customers gives it.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most.' },
      status: { type: 'string', enum: ['open', 'closed', 'all'], description: 'Which of them.' },
    },
    required: ['customerId'],
  };
  const tools = Array.from({ length: TOOLS }, (_, at) =>
    plainTool(`records_list_${at}`, {
      description: `Lists the records of kind ${at} of a customer, newest first, and says how many there are in all.`,
      inputSchema,
      annotations: { readOnlyHint: at % 2 === 0, openWorldHint: false },
    }),
  );
  return startScriptedServer({ list: () => ({ tools }) });
}

async function measureOn(
  options: DatabaseOptions,
  migrations: string,
  servers: readonly TestServer[],
): Promise<ByPins> {
  const opened = await openDatabase(options);
  try {
    await migrate(opened.db, migrations);
    const { role: refusal } = await opened.serve();
    if (refusal !== undefined) throw new Error(refusal);
    const listed = (trusted: boolean) => servers.map(({ url }, at) => configOf(at, url, trusted));
    const alone = await RunHarness.open(opened);
    return {
      vouched: await measureWith(opened, listed(true), alone),
      unknown: await measureWith(opened, listed(false), alone),
    };
  } finally {
    await opened.close();
  }
}

function configOf(at: number, url: string, trusted: boolean): ServerConfig {
  return { name: `server${at}`, url, headers: {}, trusted };
}

/** @param alone a team without these servers, measured alternately */
async function measureWith(
  opened: OpenDatabase,
  servers: ServerConfig[],
  alone: RunHarness,
): Promise<ListingCost> {
  const first = await RunHarness.open(opened, servers);
  const cold: number[] = [];
  // Trusted servers are pinned at the first listing; processes that start later find the pins.
  await expectAll(first);
  for (let at = 0; at < COLD; at++) cold.push(await timeOf(() => expectAll(first.again(servers))));
  const before = heapUsed();
  const harness = first.again(servers);
  await expectAll(harness);
  const heap = heapUsed() - before;
  return { cold: spread(cold), heap, ...(await measureWarm(harness, alone)) };
}

async function expectAll(harness: RunHarness): Promise<void> {
  const { tools, problems } = await harness.connectionsFor(harness.admin).list();
  const found = tools.filter(({ server }) => server !== 'amber').length;
  if (found !== SERVERS * TOOLS) throw new Error(`${found} tools: ${JSON.stringify(problems)}`);
}

/** How much longer listings and turns take with the servers than without, as medians. */
async function measureWarm(harness: RunHarness, alone: RunHarness): Promise<{ warm: number; turn: number }> {
  const list = (one: RunHarness) => timeOf(() => one.connectionsFor(one.admin).list());
  return {
    warm: await above(
      LISTINGS,
      () => list(harness),
      () => list(alone),
    ),
    turn: await above(
      TURNS,
      () => untilAsked(harness, SERVERS * TOOLS),
      () => untilAsked(alone, 0),
    ),
  };
}

async function above(
  { warmUp, measured }: typeof TURNS,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<number> {
  const times: [number, number][] = [];
  for (let at = 0; at < warmUp + measured; at++) {
    const pair: [number, number] = [await one(), await other()];
    if (at >= warmUp) times.push(pair);
  }
  return median(times.map(([ms]) => ms)) - median(times.map(([, ms]) => ms));
}

/** From the person's message until the model is asked with at least this many tools. */
async function untilAsked(harness: RunHarness, tools: number): Promise<number> {
  let asked = 0;
  harness.script = () => {
    asked = performance.now();
    return { text: 'Done.' };
  };
  const chatId = await harness.chat();
  const startedAt = performance.now();
  await harness.say(chatId, 'Hello');
  const offered = harness.prompts.splice(0).at(-1)?.tools?.length ?? 0;
  if (offered < tools) throw new Error(`The model was offered ${offered} tools.`);
  return asked - startedAt;
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

/** After garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
