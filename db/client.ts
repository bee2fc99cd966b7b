/**
 * The one way to a database: PostgreSQL when a URL is given, else the embedded PGlite in a folder. Both speak
 * PostgreSQL; write SQL for 15. Inside `db.transaction(tx => ...)` use only `tx`: the embedded database has a
 * single connection, and a query beside the transaction would wait for its end.
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
/** Either: what a query that does not care takes. */
export type Queryable = Database | Transaction;

/** Whether something else may be committed with it. */
export const isWithin = (db: Queryable): boolean => is(db, PgTransaction);

export interface OpenDatabase {
  db: Database;
  kind: 'postgres' | 'pglite';
  /**
   * Hears what is told on a channel with `notify`, over a connection of its own that comes back by itself; only
   * where other processes can be on the same database (PostgreSQL).
   * @param listening called once it hears, and again after every break: what was told meanwhile is lost
   */
  listen?(channel: string, heard: (payload: string) => void, listening: () => void): Promise<void>;
  /**
   * From here on every connection is of the role that serves, which can neither change a receipt nor the schema; after
   * migrating.
   * @param secret Amber's: with it connections of PostgreSQL log in as a user who has no way back to the owner
   */
  serve(secret?: string): Promise<Refusals>;
  close(): Promise<void>;
}

/** Why it does not serve as it should: what the server says, or a pooler before it. */
export interface Refusals {
  /** No user of its own: it logs in as the owner, and takes the role then. */
  login?: string;
  /** Not even the role: it serves as the owner. */
  role?: string;
}

export interface DatabaseOptions {
  /** `postgres://...`; without it the embedded database. May lead to a pooler that changes connections with each transaction. */
  url?: string | undefined;
  /** The same PostgreSQL itself, for what needs a session: whoever listens, and the owner until Amber serves. Absent: `url`. */
  directUrl?: string | undefined;
  /** Whether connections keep statements prepared; they do unless told otherwise. */
  prepare?: boolean;
  /** Folder of the embedded database; it is made when missing and locked while open. `memory` keeps nothing. */
  dataDir: string | 'memory';
  /** Connections at most (PostgreSQL). */
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

/** The database's own name, which the address of a pooler may not say. */
export async function nameOf(db: Queryable): Promise<string> {
  const [place] = await rowsOf<{ name: string }>(db, sql`select current_database() as name`);
  return place?.name ?? '';
}

/** What the server said. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

/**
 * Pages of the embedded database that it holds, beside those that the system keeps of its files. Its own default, 128 MB, is cleared at every
 * opening and so belongs to the process from then on, however small the database.
 */
const EMBEDDED_PAGES = ['-c', 'shared_buffers=32MB'];

/** What PGlite is started with. */
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

/** The embedded database has one connection. */
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

/** Whether an error is a null where none may stand (both drivers). */
export function isNotNullViolation(error: unknown): boolean {
  return codeOf(error) === '23502';
}

/** Whether an error is a row that refers to none, or is still referred to (both drivers). */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** SQLSTATE. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
}
