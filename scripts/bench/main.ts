/** All figures in one run: one PostgreSQL with durable commits, one build, and no other load. */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { startPostgres, type ThrowawayPostgres } from '../../db/testing/throwaway-postgres.ts';
import { App, type AppOptions } from '../../e2e/app.ts';
import { ScriptedModel } from '../../e2e/servers/scripted-model.ts';
import type { Session } from '../../e2e/session.ts';
import { measureAnswers, startModel } from './answers.ts';
import { benchAsks } from './asks/bench.ts';
import { benchBuild } from './build.ts';
import { measureConfirm } from './confirm.ts';
import type { Figures } from './figures.ts';
import { firstLoadBytes } from './first-load.ts';
import { benchGateway } from './gateway/bench.ts';
import { benchGrowth } from './growth/bench.ts';
import { FULL } from './growth/fill.ts';
import { measureLedger } from './ledger.ts';
import { benchLighthouse } from './lighthouse/bench.ts';
import { measureListing } from './listing.ts';
import { benchLongChat } from './long-chat/bench.ts';
import { benchNews } from './news/bench.ts';
import { measureOutside, type OutsideFigures } from './outside.ts';
import { measureDecisions } from './receipts/bench.ts';
import { benchReplay } from './replay/bench.ts';
import { benchReplicas } from './replicas/bench.ts';
import { answersTable, decisionsTable, pacedTable, report } from './report.ts';
import { benchSearch } from './search/bench.ts';
import { MIXED, measureStep, STEP } from './step.ts';
import { measureStreams, type Streams } from './streams.ts';
import { benchToolSelection } from './tool-selection/bench.ts';
import { ToolServers } from './tool-servers.ts';
import { usageOf } from './usage.ts';
import { benchWorkspace } from './workspace/bench.ts';

/** Rejects when the process is asked to stop, so that everything started is ended first. */
const stopped = new Promise<never>((_, reject) => {
  const stop = (signal: string) => reject(new Error(`Stopped by ${signal}.`));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
});
stopped.catch(() => {});

/**
 * Measures everything and prints it. A missed aim is reported and is not a failure; errors are thrown.
 * @param only `tool-selection` or `workspace` for that part alone, which need neither a build nor a database;
 * `receipts`, `replay`, `asks` and `news`, which need no build; `replicas`, which starts everything itself; one of
 * `ALONE`, which are in no other run
 * @param count for `growth`, the number of receipts, by default a million; for `search`, the number of messages, by
 * default 100,000; for `workspace`, the number of files, by default the same; for `replicas`, `short` or `long`
 */
export async function bench(only?: string, count?: string): Promise<void> {
  if (only === 'tool-selection') return benchToolSelection();
  if (only === 'replicas') return benchReplicas(await benchBuild(), count, stopped);
  if (only === 'workspace') return benchWorkspace(count === undefined ? undefined : Number(count));
  if (only === 'receipts')
    return onServer(async () => console.log(decisionsTable(await measureDecisions(newDatabase))));
  if (only === 'replay')
    return onServer(async () =>
      benchReplay(await newDatabase('bench_replay'), count === undefined ? undefined : Number(count)),
    );
  if (only === 'asks') return onServer(async () => benchAsks(await newDatabase('bench_asks')));
  if (only === 'news') return onServer(async ({ pid }) => benchNews(await newDatabase('bench_news'), pid));
  const alone = ALONE[only as keyof typeof ALONE];
  if (only !== undefined && !alone)
    throw new Error(
      `There is no part "${only}"; there are ${['tool-selection', 'workspace', 'receipts', 'replay', 'asks', 'news', 'replicas', ...Object.keys(ALONE)].join(', ')}.`,
    );
  const build = await benchBuild();
  if (alone) return onServer(() => alone(build, count === undefined ? undefined : Number(count)));
  await onServer(async () => {
    console.log('Measuring (three to five minutes) ...\n');
    const chat = await measureChat(build);
    const calls = await measureCalls(build);
    const ledger = await Promise.race([measureLedger(await newDatabase('bench_ledger')), stopped]);
    const streams = await measureOpenStreams(build);
    const outside = await measureOtherClients(build);
    const listing = await Promise.race([measureListing(await newDatabase('bench_listing')), stopped]);
    const decisions = await Promise.race([measureDecisions(newDatabase), stopped]);
    console.log(report({ ...chat, ...calls, ledger, streams, outside, listing, decisions }));
    await benchToolSelection();
  });
}

/** Measured only on request, by name; with a number, if they take one. */
const ALONE = {
  growth: measureGrowth,
  search: measureSearch,
  'long-chat': measureLongChat,
  lighthouse: measureByLighthouse,
  gateway: measureGateway,
  answers: measureAnswersAlone,
} satisfies Record<string, (build: string, count?: number) => Promise<void>>;

/** Runs the task with its own server, whose conditions are printed. */
async function onServer(task: (server: ThrowawayPostgres) => Promise<void>): Promise<void> {
  const server = await startPostgres({ durable: true });
  try {
    // Where the app under test creates and drops its databases.
    process.env.TEST_DATABASE_URL = server.url;
    console.log(await conditions(server.url));
    await Promise.race([task(server), stopped]);
  } finally {
    await server.stop();
  }
}

/** The conditions of the figures. @throws if the database does not wait for its disk */
async function conditions(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits`;
  await sql.end();
  if (row?.fsync !== 'on' || row.commits !== 'on') throw new Error('PostgreSQL does not wait for its disk.');
  const cores = availableParallelism();
  return `PostgreSQL ${row.version} with fsync on, Node ${process.versions.node}, ${cores} cores`;
}

/** After the start: V8 gives the memory that starting needed back some ten seconds after the last work. */
const SETTLE_MS = 20_000;

async function measureAnswersAlone(build: string): Promise<void> {
  const model = await startModel();
  try {
    const answers = await withApp('bench_answers', { build, modelUrl: model.url }, (app, session) =>
      measureAnswers(app, session, model.url),
    );
    console.log(`${answersTable(answers)}\n\n${pacedTable(answers)}`);
  } finally {
    model.stop();
  }
}

async function measureChat(build: string): Promise<Pick<Figures, 'answers' | 'firstLoad' | 'idle'>> {
  const model = await startModel();
  try {
    return await withApp('bench_chat', { build, modelUrl: model.url }, async (app, session) => {
      await pause(SETTLE_MS);
      const { residentBytes: idle } = await usageOf(app);
      const answers = await measureAnswers(app, session, model.url);
      const chatId = await session.newChat();
      await session.say(chatId, 'Something to show.');
      const firstLoad = [
        { page: '/', bytes: await firstLoadBytes(session, '/') },
        { page: '/chat/ID', bytes: await firstLoadBytes(session, `/chat/${chatId}`) },
      ];
      return { answers, firstLoad, idle };
    });
  } finally {
    model.stop();
  }
}

async function measureCalls(build: string): Promise<Pick<Figures, 'step' | 'confirm' | 'mixed'>> {
  const servers = await ToolServers.start();
  const options = { build, modelUrl: servers.modelUrl, servers: servers.config };
  try {
    return await withApp('bench_calls', options, async (app, session) => ({
      step: await measureStep(session, servers, STEP),
      mixed: await measureStep(session, servers, MIXED),
      confirm: await measureConfirm(app, session, servers),
    }));
  } finally {
    await servers.stop();
  }
}

async function measureGrowth(build: string, count = FULL.receipts): Promise<void> {
  const model = await startModel();
  try {
    await benchGrowth((task) => withApp('bench_growth', { build, modelUrl: model.url }, task), count);
  } finally {
    model.stop();
  }
}

async function measureLongChat(build: string): Promise<void> {
  const model = await startModel();
  try {
    await benchLongChat((task) => withApp('bench_long_chat', { build, modelUrl: model.url }, task));
  } finally {
    model.stop();
  }
}

function measureSearch(build: string, count = 100_000): Promise<void> {
  return benchSearch((task) => withApp('bench_search', { build }, task), count);
}

function measureByLighthouse(build: string): Promise<void> {
  return withApp('bench_lighthouse', { build }, (_, session) => benchLighthouse(session));
}

function measureGateway(build: string): Promise<void> {
  return benchGateway((options, task) => withApp('bench_gateway', { build, ...options }, task));
}

async function measureOpenStreams(build: string): Promise<Streams> {
  const model = await ScriptedModel.start();
  try {
    return await withApp('bench_streams', { build, modelUrl: model.url }, (app) =>
      measureStreams(app, model),
    );
  } finally {
    await model.close();
  }
}

function measureOtherClients(build: string): Promise<OutsideFigures> {
  return withApp('bench_outside', { build }, measureOutside);
}

/** Starts the app on a new database, signs a member in, and stops it in any case. */
async function withApp<Result>(
  database: string,
  options: AppOptions,
  task: (app: App, session: Session) => Promise<Result>,
): Promise<Result> {
  await newDatabase(database);
  const app = await App.on(database, options);
  try {
    return await Promise.race([task(app, await app.signIn('member')), stopped]);
  } catch (error) {
    throw new Error(`The measured app said:\n${app.log}`, { cause: error });
  } finally {
    await app.stop();
  }
}

/** Creates an empty database and returns its address. */
async function newDatabase(name: string): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const sql = postgres(server, { max: 1 });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return new URL(`/${name}`, server).href;
}
