/**
 * Fresh, empty, migrated databases for tests, one of each kind that Amber runs on: `describe.each(testDatabases)('...
 * on $name', ({ open }) => ...)`.
 */
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, openDatabase, rowsOf } from '../client';
import { newId } from '../ids';
import { migrate } from '../migrate';
import { servingLogin } from '../serving-login';
import { openFromTemplate, schemaHash } from './embedded-template';
import { startPostgres } from './throwaway-postgres';

export interface TestDatabase {
  name: 'pglite' | 'postgres';
  /**
   * A new database that nobody else uses, in the serving role. The very first on PGlite takes seconds: open once per
   * test file.
   */
  open(): Promise<OpenDatabase>;
  /** The same, in the role that migrated it: for changes of the schema. */
  openAsOwner(): Promise<OpenDatabase>;
}

/** Any number that no other lock of ours uses. */
const TEMPLATE_LOCK = 7_236_009;

const SECRET = 'a secret for tests only, long enough';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

export const testDatabases: TestDatabase[] = [
  kindOf('pglite', () => openFromTemplate(MIGRATIONS)),
  kindOf('postgres', openOnServer),
];

/**
 * For tests that cannot differ by database: what Amber says, shows and refuses above `lib/store`, and concurrent orders
 * of events, which only PostgreSQL allows. Both kinds stay for SQL itself, types, triggers, locks and migrations, the
 * ledger, approvals and receipts. A whole run of the tests fails if a function of `lib/store` that such a file runs is
 * run by no file on the other kind.
 */
export const oneDatabase = testDatabases.filter(({ name }) => name === 'postgres');

function kindOf(name: TestDatabase['name'], openAsOwner: TestDatabase['openAsOwner']): TestDatabase {
  return { name, openAsOwner, open: () => serving(openAsOwner()) };
}

/**
 * A new database on the test server, not migrated; `drop` removes it even while it is in use.
 * @param template to copy; empty if omitted
 */
export async function createPostgresDatabase(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await serverUrl();
  const name = newId('amber_test');
  // Copied as files, without logging each page and without buffers that a drop has to search for: half the time.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const drop = async () => {
    await onServer(server, `drop database if exists ${name} with (force)`);
    await onServer(server, `drop role if exists ${servingLogin(SECRET, name).user}`);
  };
  return { url: urlOf(server, name), drop };
}

async function openOnServer(): Promise<OpenDatabase> {
  const { url, drop } = await createPostgresDatabase(await postgresTemplate());
  const opened = await openDatabase({ url, dataDir: 'memory' });
  // Grants on the database itself are not copied with it.
  await migrate(opened.db, MIGRATIONS);
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

/** Migrated once per server and schema; copying it takes a tenth of the time. */
async function postgresTemplate(): Promise<string> {
  const server = await serverUrl();
  const name = `amber_test_template_${schemaHash(MIGRATIONS)}`;
  const { db, close } = await openDatabase({ url: server, dataDir: 'memory', poolSize: 1 });
  try {
    await db.execute(sql`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const [there] = await rowsOf(db, sql`select from pg_database where datname = ${name}`);
    if (there) return name;
    // It gets its name only when it is complete.
    const draft = newId('amber_draft');
    await db.execute(sql.raw(`create database ${draft}`));
    const opened = await openDatabase({ url: urlOf(server, draft), dataDir: 'memory', poolSize: 1 });
    await migrate(opened.db, MIGRATIONS).finally(() => opened.close());
    await db.execute(sql.raw(`alter database ${draft} rename to ${name}`));
    return name;
  } finally {
    await close();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** As Amber serves: with only the rights that it has then. */
async function serving(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await opening;
  const { login, role } = await opened.serve(SECRET);
  const refusal = login ?? role;
  if (refusal !== undefined) throw new Error(`The role that serves cannot be taken: ${refusal}`);
  return opened;
}

/** The server shared by all test files if there is one, else one of this process. */
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
