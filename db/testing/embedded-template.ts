/**
 * The embedded database for tests in a third of a second instead of four: created once, empty and migrated for each
 * schema, kept as a file between test runs, and copied for every test file.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { type Database, embeddedStart, type OpenDatabase, serveEmbedded } from '../client';
import { keepStatements } from '../embedded-statements';
import { newId } from '../ids';
import { migrate } from '../migrate';
import { schema } from '../schema/all';

/** Beside the caches of other tools; removed together with the packages. */
const KEPT = fileURLToPath(new URL('../../node_modules/.cache/amber-test-databases', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../package.json', import.meta.url));
/** Files for other schemas are removed once they are this old, in milliseconds. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A migrated database of its own, in memory. */
export async function openFromTemplate(migrations: string): Promise<OpenDatabase> {
  return open(await copyOf(await templateFile(migrations), 'memory://'));
}

/** One without any tables, in memory: as `openDatabase` creates it if there is none. */
export async function openEmpty(): Promise<OpenDatabase> {
  return open(await copyOf(await templateFile(), 'memory://'));
}

/**
 * Puts one where `openDatabase({ dataDir })` finds it, closed as after a first start.
 * @param migrations omitted: it has no tables
 */
export async function layEmbedded(dataDir: string, migrations?: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  await (await copyOf(await templateFile(migrations), join(dataDir, 'db'))).close();
}

function open(client: PGlite): OpenDatabase {
  keepStatements(client);
  const db = databaseOn(client);
  return { db, kind: 'pglite', serve: () => serveEmbedded(db), close: () => client.close() };
}

/** The file read last: test files that share a process open the same one. */
let read: { file: string; bytes: Promise<ArrayBuffer> } | undefined;

function copyOf(file: string, dataDir: string): Promise<PGlite> {
  if (read?.file !== file) read = { file, bytes: new Blob([readFileSync(file)]).arrayBuffer() };
  const { bytes } = read;
  // PGlite uses no more of a blob than this; a real one is copied in full each time.
  const loadDataDir = { type: 'application/x-tar', arrayBuffer: () => bytes } as Blob;
  return PGlite.create({ dataDir, loadDataDir, startParams: embeddedStart(PGlite) });
}

async function templateFile(migrations?: string): Promise<string> {
  const file = join(
    KEPT,
    migrations === undefined ? `empty-${engineHash()}.tar` : `${schemaHash(migrations)}.tar`,
  );
  if (!existsSync(file)) await makeTemplate(file, migrations);
  return file;
}

/** Differs for every version of the engine. */
function engineHash(): string {
  return createHash('sha256').update(readFileSync(PACKAGES)).digest('hex').slice(0, 16);
}

/** Differs for every schema and version of the engine, so that no stale copy is ever used. */
export function schemaHash(migrations: string): string {
  const scripts = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const hash = createHash('sha256').update(readFileSync(PACKAGES));
  const role = fileURLToPath(new URL('../serving-role.ts', import.meta.url));
  hash.update(readFileSync(role));
  for (const name of scripts.sort()) hash.update(name).update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Written to a temporary file and renamed: concurrent processes create the same file, and none reads half of one. */
async function makeTemplate(file: string, migrations: string | undefined): Promise<void> {
  const client = await PGlite.create('memory://');
  if (migrations !== undefined) await migrate(databaseOn(client), migrations);
  const dump = await client.dumpDataDir('none');
  await client.close();
  mkdirSync(KEPT, { recursive: true });
  removeOld();
  const aside = `${file}.${newId('part')}`;
  writeFileSync(aside, Buffer.from(await dump.arrayBuffer()));
  renameSync(aside, file);
}

function removeOld(): void {
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > OLD_MS) rmSync(path, { force: true });
  }
}

function databaseOn(client: PGlite): Database {
  return drizzle(client, { schema }) as unknown as Database;
}
