/** The demo company in a test file's own database, in its state on the day that is "today" in these tests. */
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { testDatabases } from '@/db/testing/databases';
import { TODAY } from './conversation';

/** To be closed by the caller. */
export async function openDemo(): Promise<OpenDatabase> {
  const embedded = testDatabases.find(({ name }) => name === 'pglite');
  if (!embedded) throw new Error('There is no embedded database.');
  const opened = await embedded.open();
  await loadDemo(opened.db, TODAY);
  return opened;
}
