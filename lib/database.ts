import 'server-only';
/** The one database handle of this process; `lib/start-up.ts` opens it first and migrates. */
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { env } from './env';
import { once } from './values/once';

const shared = once<{ opened?: Promise<OpenDatabase> | undefined }>('database', () => ({}));

/**
 * The database, opened on the first call; if that fails, the next call tries again.
 * @throws Error whose message names the folder or server and the remedy
 */
export function database(): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, prepare, dataDir } = env();
  const options = { url: databaseUrl, directUrl: databaseDirectUrl, prepare, dataDir };
  shared.opened ??= openDatabase(options).catch((error) => {
    shared.opened = undefined;
    throw error;
  });
  return shared.opened;
}

/** Closes the database if it is open; further calls of `database()` open it again. */
export async function closeDatabase(): Promise<void> {
  const open = shared.opened;
  shared.opened = undefined;
  await (await open?.catch(() => undefined))?.close();
}

/** The folder of the migrations. Bundled code does not know its own location; Amber runs in the project's folder. */
export function migrationsFolder(): string {
  return join(/* turbopackIgnore: true */ process.cwd(), 'db/migrations');
}
