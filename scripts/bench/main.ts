/** All figures in one run: one PostgreSQL that waits for its disk, one build, nothing else going on. */
import { availableParallelism } from 'node:os';
import postgres from 'postgres';
import { startPostgres } from '../../db/testing/throwaway-postgres.ts';
import { App, type AppOptions } from '../../e2e/app.ts';
import type { Session } from '../../e2e/session.ts';
import { type Answers, measureAnswers, startModel } from './answers.ts';
import { benchBuild } from './build.ts';
import { firstLoadBytes } from './first-load.ts';
import { type Figures, report } from './report.ts';
import { type StepFigures, startStepServers } from './step.ts';

/** Rejects when somebody asks us to stop, so that what was started is ended first. */
const stopped = new Promise<never>((_, reject) => {
  const stop = (signal: string) => reject(new Error(`Stopped by ${signal}.`));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
});
stopped.catch(() => {});

/** Measures everything and prints it. A missed aim is told and is no failure; whatever breaks is thrown. */
export async function bench(): Promise<void> {
  const build = await benchBuild();
  const server = await startPostgres({ durable: true });
  try {
    // Where the app under test makes and drops its databases.
    process.env.TEST_DATABASE_URL = server.url;
    console.log(`${await conditions(server.url)}\nMeasuring (about a minute) ...\n`);
    const { answers, firstLoad } = await measureChat(build);
    const step = await measureStep(build);
    console.log(report({ answers, step, firstLoad }));
  } finally {
    await server.stop();
  }
}

/** What the figures depend on. @throws when the database does not wait for its disk */
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

async function measureChat(build: string): Promise<{ answers: Answers; firstLoad: Figures['firstLoad'] }> {
  const model = await startModel();
  try {
    return await withApp('bench_chat', { build, modelUrl: model.url }, async (app, session) => {
      const answers = await measureAnswers(app, session, model.url);
      const chatId = await session.newChat();
      await session.say(chatId, 'Something to show.');
      const firstLoad = [
        { page: '/', bytes: await firstLoadBytes(session, '/') },
        { page: '/chat/ID', bytes: await firstLoadBytes(session, `/chat/${chatId}`) },
      ];
      return { answers, firstLoad };
    });
  } finally {
    model.stop();
  }
}

async function measureStep(build: string): Promise<StepFigures> {
  const { modelUrl, servers, measure, stop } = await startStepServers();
  try {
    return await withApp('bench_step', { build, modelUrl, servers }, (_, session) => measure(session));
  } finally {
    await stop();
  }
}

/** Starts the app on a new database, signs a member in, and ends it whatever happens. */
async function withApp<Result>(
  database: string,
  options: AppOptions,
  task: (app: App, session: Session) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1 });
  await sql.unsafe(`create database ${database}`);
  await sql.end();
  const app = await App.on(database, options);
  try {
    return await Promise.race([task(app, await app.signIn('member')), stopped]);
  } catch (error) {
    throw new Error(`The measured app said:\n${app.log}`, { cause: error });
  } finally {
    await app.stop();
  }
}
