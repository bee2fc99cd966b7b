/**
 * Fresh, empty, migrated databases for tests, one kind each of what Amber runs on:
 * `describe.each(testDatabases)('... on $name', ({ open }) => ...)`.
 */
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, openDatabase } from '../client';
import { newId } from '../ids';
import { migrate } from '../migrate';
import { servingLogin } from '../serving-login';
import { openFromTemplate } from './embedded-template';
import { startPostgres } from './throwaway-postgres';

export interface TestDatabase {
  name: 'pglite' | 'postgres';
  /** A new database that nobody else uses, in the role that serves. The very first on PGlite takes seconds: open once per test file. */
  open(): Promise<OpenDatabase>;
  /** The same, as whoever migrated it: for what changes the schema. */
  openAsOwner(): Promise<OpenDatabase>;
}

const SECRET = 'a secret for tests only, long enough';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

export const testDatabases: TestDatabase[] = [
  kindOf('pglite', () => openFromTemplate(MIGRATIONS)),
  kindOf('postgres', () => migrated(openOnServer())),
];

function kindOf(name: TestDatabase['name'], openAsOwner: TestDatabase['openAsOwner']): TestDatabase {
  return { name, openAsOwner, open: () => serving(openAsOwner()) };
}

/** A new, empty database on the test server, not migrated; `drop` removes it even while it is in use. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await serverUrl();
  const name = newId('amber_test');
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await onServer(server, `drop database if exists ${name} with (force)`);
    await onServer(server, `drop role if exists ${servingLogin(SECRET, name).user}`);
  };
  return { url: url.href, drop };
}

async function openOnServer(): Promise<OpenDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const opened = await openDatabase({ url, dataDir: 'memory' });
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

async function migrated(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await opening;
  await migrate(opened.db, MIGRATIONS);
  return opened;
}

/** As Amber serves: with no more rights than it has then. */
async function serving(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await opening;
  const { login, role } = await opened.serve(SECRET);
  const refusal = login ?? role;
  if (refusal !== undefined) throw new Error(`The role that serves cannot be taken: ${refusal}`);
  return opened;
}

/** The server that is already there for all test files, else one of this process. */
function serverUrl(): string | Promise<string> {
  return process.env.TEST_DATABASE_URL ?? ownServer();
}

let started: Promise<string> | undefined;

function ownServer(): Promise<string> {
  started ??= startPostgres().then((server) => server.url);
  return started;
}

async function onServer(url: string, statement: string): Promise<void> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  try {
    await db.execute(sql.raw(statement));
  } finally {
    await close();
  }
}
