import 'server-only';
/**
 * The life of the process: opens and migrates the database, loads the demo, starts background services; and at SIGTERM
 * reverses all of that. If something cannot start, a message says so with the remedy, and the process exits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { migrate } from '@/db/migrate';
import { SERVING_ROLE } from '@/db/serving-role';
import { startRuns, stopRuns } from '@/lib/housekeeping/lifecycle';
import { literalSecrets } from '@/lib/servers/config';
import { version } from '@/package.json';
import { closeConnections, configuredServers } from './connections/for-caller';
import { openWorkspace } from './connections/own-workspace';
import { closeDatabase, database, migrationsFolder } from './database';
import { type Env, env, SETTINGS } from './env';
import { EnvError } from './env/env-error';
import { unknownSettings } from './env/unknown';
import { answersMade, leave, refuseNewWork } from './http/shutdown';
import { describeError, log } from './log';
import { configuredModels } from './models/model-list';
import { startOutbox, stopOutbox } from './outbox/service';
import { resealAll } from './resealing/reseal';
import { startSeeing, stopSeeing } from './seeing/service';
import { configuredProviders } from './single-sign-on/providers';
import { noteSecretBefore } from './values/secret-before';

/** A background service. Started in this order, stopped in reverse. */
interface Service {
  start(opened: OpenDatabase, settings: Env): Promise<void> | void;
  /** Resolves when everything is stored, which must take only seconds. */
  stop(): Promise<void>;
}

const SERVICES: readonly Service[] = [
  { start: (opened, { seeing }) => startSeeing(opened, seeing, version), stop: stopSeeing },
  { start: () => {}, stop: closeConnections },
  { start: startOutbox, stop: stopOutbox },
  { start: startRuns, stop: stopRuns },
  { start: resealBeside, stop: () => resealing },
];

let resealing = Promise.resolve();

/** Concurrent with the first requests: until it is done, the previous secret opens what it has not reached yet. */
function resealBeside({ db }: OpenDatabase, { secret, keeping }: Env): void {
  resealing = resealAll(db, secret, keeping.secretBefore);
}

/** After this the process exits, whatever is still running. */
const STOP_DEADLINE_MS = 15_000;

/** Everything before the first request. Exits with code 1 if it fails. */
export async function startUp(): Promise<void> {
  outliveReaders();
  try {
    const settings = env();
    warnAboutNames();
    noteSecretBefore(settings.secret, settings.keeping.secretBefore);
    configuredModels();
    configuredProviders();
    warnAboutServers();
    openWorkspace();
    const opened = await database();
    await checkDatabase(opened, settings);
    await migrate(opened.db, migrationsFolder());
    await takeServingRole(opened, settings);
    if (settings.demo) await loadDemo(opened.db, new Date());
    for (const service of SERVICES) await service.start(opened, settings);
    stopWhenAsked(settings);
    warnAbout(settings);
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n\n`);
    process.exit(1);
  }
}

/**
 * The program that reads our output may exit before us. Writing then fails, and without a listener each failure would
 * be reported by writing again, for ever.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Opening a PostgreSQL server sends no query yet. */
async function checkDatabase({ db, kind }: OpenDatabase, settings: Env): Promise<void> {
  if (kind !== 'postgres') return;
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    const server = new URL(settings.databaseDirectUrl ?? settings.databaseUrl ?? '');
    const setting = settings.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
    throw new Error(
      `PostgreSQL at ${server.host}${server.pathname} cannot be used: ${reasonOf(error)}. ` +
        `Start it, or correct ${setting}.`,
      { cause: error },
    );
  }
}

/**
 * Takes the less privileged role.
 * @throws if that is refused, unless the operator lets Amber serve as the owner, who could change the record
 */
export async function takeServingRole(
  opened: OpenDatabase,
  { secret, serveAsOwner }: Pick<Env, 'secret' | 'serveAsOwner'>,
): Promise<void> {
  const { login, role } = await opened.serve(secret);
  if (role !== undefined && !serveAsOwner) {
    throw new Error(
      `The database refuses the role ${SERVING_ROLE}, with which Amber can add to its record and not change it: ${role}. ` +
        `${login === undefined ? '' : `A login of its own was refused, too: ${login}. `}` +
        'A pooler in front of PostgreSQL often does: let it look up logins (auth_query) and set DATABASE_DIRECT_URL, or let ' +
        'DATABASE_URL name PostgreSQL itself. AMBER_SERVE_AS_OWNER=1 serves without that protection.',
    );
  }
  if (role !== undefined) log('warn', 'serving_role_refused', { error: role });
  else if (login !== undefined) log('warn', 'serving_login_refused', { error: login });
}

/** The message of the innermost error; for a failed connection only its code. */
function reasonOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || String(Reflect.get(inner, 'code') ?? inner.name);
}

function explain(error: unknown): string {
  if (error instanceof EnvError) return error.message;
  if (!(error instanceof Error)) return `Amber cannot start: ${String(error)}`;
  const reason = reasonOf(error);
  return `Amber cannot start. ${error.message}${error.message.includes(reason) ? '' : `\n(${reason})`}`;
}

function warnAbout({ appUrlGiven, host, origins, demo }: Env): void {
  if (['127.0.0.1', 'localhost', '::1'].includes(host)) return;
  const warnings: string[] = [];
  if (!appUrlGiven) {
    const where = origins.join(' or ');
    warnings.push(
      `only pages opened at ${where} can change anything: set AMBER_URL to the address people use.`,
    );
  }
  if (demo) warnings.push('anybody can sign in to the demo, whose passwords are known: set AMBER_DEMO=0.');
  for (const warning of warnings) process.stderr.write(`Amber listens on ${host}, but ${warning}\n`);
}

function warnAboutNames(): void {
  for (const { name, meant } of unknownSettings(process.env, SETTINGS)) {
    const instead = meant ? `; did you mean ${meant}?` : '.';
    process.stderr.write(`${name} is set, but Amber has no such setting${instead}\n`);
  }
}

/** An unusable file prevents the start; a bad entry in it only disables its own server. */
function warnAboutServers(): void {
  const configured = configuredServers();
  for (const { server, message } of configured.problems)
    process.stderr.write(`The MCP server ${server} is left out: ${message}\n`);
  for (const { server, message } of literalSecrets(configured))
    process.stderr.write(`The MCP server ${server}: ${message}\n`);
}

function stopWhenAsked({ drainSeconds }: Env): void {
  let isAsked = false;
  const stop = async () => {
    if (isAsked) return;
    isAsked = true;
    // A proxy learns this from the health check; until it has, its requests are answered as usual.
    leave();
    await sleep(drainSeconds * 1000);
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    shutDown().then(
      () => process.exit(0),
      (error) => {
        log('error', 'shutdown_failed', { error: describeError(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The process that started us has exited without a signal: nobody could stop us any more.
  if (process.connected) process.on('disconnect', stop);
}

async function shutDown(): Promise<void> {
  refuseNewWork();
  for (const service of [...SERVICES].reverse()) await service.stop();
  await answersMade();
  await closeDatabase();
}
