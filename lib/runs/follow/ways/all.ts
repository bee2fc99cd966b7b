import 'server-only';
/** The ways in which this process exchanges messages with the others, by the settings. */
import { nameOf, type OpenDatabase } from '@/db/client';
import { notifyWay } from './notify';
import { ValkeyWay } from './valkey';
import type { NewsWay } from './way';

/**
 * The first way is used while it is up. NOTIFY is the fallback behind a Valkey, and all processes listen to both: while
 * the Valkey is down, and from processes that do not know of it yet, messages still arrive.
 */
export async function newsWays(
  opened: OpenDatabase,
  { valkeyUrl: url, secret }: { valkeyUrl: string | undefined; secret: string },
): Promise<NewsWay[]> {
  const notify = notifyWay(opened);
  if (!notify) return [];
  if (url === undefined) return [notify];
  return [new ValkeyWay({ url, secret, database: await nameOf(opened.db) }), notify];
}
