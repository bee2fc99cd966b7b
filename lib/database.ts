import 'server-only';
/**
 * The one database handle of this process. Next bundles pages, routes and the start-up apart, so it hangs on
 * `globalThis` for all of them to meet; `lib/start-up.ts` opens it first and migrates.
 */
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { env } from './env';

const KEY = Symbol.for('amber.database');
const shared = globalThis as { [KEY]?: Promise<OpenDatabase> };

/**
 * The open database, opened at the first call; a failed opening is tried again by the next call.
 * @throws Error whose message names the folder or server and the remedy
 */
export function database(): Promise<OpenDatabase> {
  shared[KEY] ??= openDatabase({ url: env().databaseUrl, dataDir: env().dataDir }).catch((error) => {
    shared[KEY] = undefined;
    throw error;
  });
  return shared[KEY];
}

/** Closes the database if it is open; further calls of `database()` open it again. */
export async function closeDatabase(): Promise<void> {
  const open = shared[KEY];
  shared[KEY] = undefined;
  await (await open?.catch(() => undefined))?.close();
}

/** Where the migrations lie. Bundled code does not know its own place; Amber runs in the project's folder. */
export function migrationsFolder(): string {
  return join(/* turbopackIgnore: true */ process.cwd(), 'db/migrations');
}
