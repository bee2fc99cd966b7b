/**
 * The one way to a database: PostgreSQL if a URL is given, else the embedded PGlite in a folder. Both speak PostgreSQL;
 * write SQL for 15. Inside `db.transaction(tx => ...)` use only `tx`: the embedded database has a single connection,
 * and a query outside the transaction would wait for its end.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { is, type SQL, sql } from 'drizzle-orm';
import { type PgDatabase, type PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { withAfterCommit } from './after-commit';
import { lockFolder } from './lock';
import { schema } from './schema/all';
import { type Login, prepareLogin, servingLogin } from './serving-login';
import { SERVING_ROLE } from './serving-role';

type Schema = typeof schema;
type Tables = ExtractTablesWithRelations<Schema>;
export type Database = PgDatabase<PgQueryResultHKT, Schema, Tables>;
export type Transaction = PgTransaction<PgQueryResultHKT, Schema, Tables>;
/** For queries that may run inside or outside a transaction. */
export type Queryable = Database | Transaction;

/** Whether it is a transaction, so that other changes may be committed with it. */
export const isWithin = (db: Queryable): boolean => is(db, PgTransaction);

export interface OpenDatabase {
  db: Database;
  kind: 'postgres' | 'pglite';
  /**
   * Receives what is sent to a channel with `notify`, over a connection of its own that reconnects by itself; only if
   * other processes can use the same database (PostgreSQL).
   * @param listening called once it listens, and again after every interruption: what was sent meanwhile is lost
   */
  listen?(channel: string, heard: (payload: string) => void, listening: () => void): Promise<void>;
  /**
   * From here on every connection has the serving role, which can change neither a receipt nor the schema; to be called
   * after migrating.
   * @param secret Amber's: with it PostgreSQL connections log in as a user who cannot switch back to the owner
   */
  serve(secret?: string): Promise<Refusals>;
  close(): Promise<void>;
}

/** Why it does not serve as it should: the message of the server, or of a pooler in front of it. */
export interface Refusals {
  /** There is no login of its own: it logs in as the owner, and switches to the role then. */
  login?: string;
  /** Not even the role is available: it serves as the owner. */
  role?: string;
}

export interface DatabaseOptions {
  /**
   * `postgres://...`; without it the embedded database. May lead to a pooler that assigns a connection per transaction.
   */
  url?: string | undefined;
  /**
   * The same PostgreSQL without a pooler, for whatever needs a session: listening, and the owner until Amber serves.
   * Absent: `url`.
   */
  directUrl?: string | undefined;
  /** Whether connections keep prepared statements; by default they do. */
  prepare?: boolean;
  /** Folder of the embedded database; it is created if missing and locked while open. `memory` persists nothing. */
  dataDir: string | 'memory';
  /** The most connections (PostgreSQL). */
  poolSize?: number;
}

/** Opens a database. Migrates nothing: see `db/migrate.ts`. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, dataDir } = options;
  return url ? openPostgres({ ...options, url }) : openEmbedded(dataDir);
}

async function openPostgres(options: DatabaseOptions & { url: string }): Promise<OpenDatabase> {
  const { PostgresDriver } = await import('./postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const driver = new PostgresDriver(options);
  const db = withAfterCommit(drizzle(driver.client, { schema }) as unknown as Database);
  return {
    db,
    kind: 'postgres',
    listen: (...listener) => driver.listen(...listener),
    serve: (secret) => servePostgres(db, driver, secret),
    close: () => driver.close(),
  };
}

interface Served {
  become(role: string, login?: Login): Promise<string | undefined>;
  becomeNobody(): void;
}

async function servePostgres(db: Database, driver: Served, secret: string | undefined): Promise<Refusals> {
  const login = secret === undefined ? undefined : await loginRefused(db, driver, secret);
  if (secret !== undefined && login === undefined) return {};
  const role = await driver.become(SERVING_ROLE);
  if (role !== undefined) driver.becomeNobody();
  return { ...(login !== undefined && { login }), ...(role !== undefined && { role }) };
}

async function loginRefused(db: Database, driver: Served, secret: string): Promise<string | undefined> {
  const login = servingLogin(secret, await nameOf(db));
  const made = await db.execute(sql.raw(prepareLogin(login))).then(() => undefined, reasonOf);
  return made ?? driver.become(SERVING_ROLE, login);
}

/** The database's own name, which a pooler's address may not contain. */
export async function nameOf(db: Queryable): Promise<string> {
  const [place] = await rowsOf<{ name: string }>(db, sql`select current_database() as name`);
  return place?.name ?? '';
}

/** The server's message. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

/**
 * Buffer pages of the embedded database, besides what the operating system caches of its files. Its own default, 128
 * MB, is zeroed at every opening and so belongs to the process from then on, however small the database.
 */
const EMBEDDED_PAGES = ['-c', 'shared_buffers=32MB'];

/** The start parameters for PGlite. */
export function embeddedStart(engine: typeof PGlite): string[] {
  return [...engine.defaultStartParams, ...EMBEDDED_PAGES];
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const { PGlite: Engine } = await import('@electric-sql/pglite');
  const { keepStatements } = await import('./embedded-statements');
  const { drizzle } = await import('drizzle-orm/pglite');
  const inMemory = dataDir === 'memory';
  const folder = inMemory ? undefined : join(dataDir, 'db');
  if (folder) mkdirSync(dataDir, { recursive: true });
  const unlock = folder ? lockFolder(folder) : () => {};
  try {
    const client = await Engine.create({
      dataDir: folder ?? 'memory://',
      startParams: embeddedStart(Engine),
    });
    keepStatements(client);
    const db = withAfterCommit(drizzle(client, { schema }) as unknown as Database);
    const close = async () => {
      await client.close();
      unlock();
    };
    return { db, kind: 'pglite', serve: () => serveEmbedded(db), close };
  } catch (error) {
    unlock();
    throw new Error(
      `The embedded database in ${folder} cannot be opened; it may be damaged. Move the folder away to start ` +
        'afresh, put a backup in its place, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    );
  }
}

/** The embedded database has one connection, so this applies to all of it. */
export async function serveEmbedded(db: Database): Promise<Refusals> {
  await db.execute(sql.raw(`set role ${SERVING_ROLE}`));
  return {};
}

/** Rows of a raw statement, the same on both drivers. */
export async function rowsOf<Row>(db: Queryable, statement: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  if (Array.isArray(result)) return result as Row[];
  return (result as { rows: Row[] }).rows;
}

/** Whether an error is a unique violation (both drivers). */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether an error is a not-null violation (both drivers). */
export function isNotNullViolation(error: unknown): boolean {
  return codeOf(error) === '23502';
}

/** Whether an error is a foreign-key violation (both drivers). */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** SQLSTATE. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
}
