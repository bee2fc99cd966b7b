import 'server-only';
/** By which ways this process tells the others and hears of them, as the settings say. */
import { nameOf, type OpenDatabase } from '@/db/client';
import { notifyWay } from './notify';
import { ValkeyWay } from './valkey';
import type { NewsWay } from './way';

/**
 * The first is taken while it is up. NOTIFY stays behind a Valkey, and everybody hears both: while it is away, and from
 * processes that do not know of it yet, news come all the same.
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
