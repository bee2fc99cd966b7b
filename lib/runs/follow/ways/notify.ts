import 'server-only';
/** NOTIFY on one channel of the database itself: it needs nothing else, and is away only while the database is. */
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import type { NewsWay } from './way';

const CHANNEL = 'amber';

/** Nothing on the embedded database, where nobody else can be. */
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
    // It ends with the database.
    close: async () => {},
  };
}
