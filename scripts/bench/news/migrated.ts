/** Loaded by `bench.ts`: plain node cannot resolve the imports of the migration. */
import { openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';

export async function migrateAt(url: string, migrations: string): Promise<void> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  try {
    await migrate(db, migrations);
  } finally {
    await close();
  }
}
