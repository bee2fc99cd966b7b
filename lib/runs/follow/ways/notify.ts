import 'server-only';
/** NOTIFY on one channel of the database itself: it needs nothing else, and is down only while the database is. */
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import type { NewsWay } from './way';

const CHANNEL = 'amber';

/** Nothing for the embedded database, which has no other processes. */
export function notifyWay({ db, listen }: OpenDatabase): NewsWay | undefined {
  if (!listen) return undefined;
  return {
    isUp: true,
    async publish(payloads) {
      const list = JSON.stringify(payloads);
      await db.execute(
        sql`select pg_notify(${CHANNEL}, payload) from json_array_elements_text(${list}::json) as payload`,
      );
    },
    listen: (heard, listening) => listen(CHANNEL, heard, listening),
    // It is closed together with the database.
    close: async () => {},
  };
}
