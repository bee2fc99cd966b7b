import 'server-only';
/** Which calls have been taken back, by the runs that people have ordered for it. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { keptChanges } = schema;

/** The ids of calls that took back `of`, or may have. @param as a name of its own within the statement */
function tookBack(chatId: string, of: SQL, as: string): SQL {
  const [run, call] = [sql.identifier(`${as}_run`), sql.identifier(`${as}_call`)];
  return sql`select ${call}.id from runs as ${run} join calls as ${call} on ${call}.run_id = ${run}.id
    where ${run}.chat_id = ${chatId} and ${run}.undoes = ${of} and (${call}.status = 'success'
      or ${call}.status = 'unknown' and ${call}.resolution is distinct from 'left')`;
}

/**
 * @param chatId in which it would be taken back
 * @returns `isTaken`: a call took it back, or may have, that was not taken back itself; `isTwice`: it took back a call that
 *   had taken one back
 */
export async function findUndoing(
  tx: Transaction,
  chatId: string,
  callId: string,
): Promise<{ isTaken: boolean; isTwice: boolean }> {
  const [found] = await rowsOf<{ taken: boolean; twice: boolean }>(
    tx,
    sql`select exists (select 1 from (${tookBack(chatId, sql`${callId}`, 'undoing')}) as "done"
          where not exists (${tookBack(chatId, sql`"done".id`, 'again')})) as taken,
        exists (select 1 from calls join runs on runs.id = calls.run_id
          join calls as "undone" on "undone".id = runs.undoes join runs as "above" on "above".id = "undone".run_id
          where calls.id = ${callId} and "above".undoes is not null) as twice`,
  );
  return { isTaken: found?.taken ?? false, isTwice: found?.twice ?? false };
}

/**
 * Forgets what calls had changed longer ago than that, at most so much at a time: from then on they cannot be taken back.
 * @returns whether there may be more
 */
export async function deleteOldChanges(db: Queryable, days: number, most: number): Promise<boolean> {
  const old = sql`select seq from kept_changes where at < now() - make_interval(days => ${days}) order by seq limit ${most}`;
  const gone = await db
    .delete(keptChanges)
    .where(sql`${keptChanges.seq} in (${old})`)
    .returning({ seq: keptChanges.seq });
  return gone.length === most;
}
