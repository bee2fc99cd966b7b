import 'server-only';
/** Which calls have been taken back, by runs that people have ordered for that. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { REHEARSAL } from '../calls';
import { tookEffect } from './branches';

const { keptChanges } = schema;

/**
 * The ids of calls that took back `of`, or may have.
 * @param as a unique prefix within the statement
 */
function tookBack(chatId: string, of: SQL, as: string): SQL {
  const [run, call] = [sql.identifier(`${as}_run`), sql.identifier(`${as}_call`)];
  return sql`select ${call}.id from runs as ${run} join calls as ${call} on ${call}.run_id = ${run}.id
    where ${run}.chat_id = ${chatId} and ${run}.undoes = ${of} 
      and not (${call}.step = 0 and starts_with(${call}.tool_call_id, ${REHEARSAL})) and (${call}.status = 'success'
      or ${call}.status = 'unknown' and ${call}.resolution is distinct from 'left')`;
}

/**
 * @param chatId in which it would be taken back
 * @returns `isTaken`: a call that was not itself taken back took it back, or may have; `isTwice`: it took back a call
 * that had taken another back
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

export interface NamedTool {
  server: string;
  /** The bare name. */
  tool: string;
}

/** Whether the order of this run covers everything that its server has changed in the same answer. */
const isForAnswer = sql`exists (select 1 from messages as asked, json_array_elements(asked.parts) as part
  where asked.chat_id = w.chat_id and asked.id = w.user_message_id and part ->> 'type' = 'data-order'
    and part -> 'data' -> 'input' ->> 'all' = 'true')`;

/**
 * The tools of the calls that a run takes back, as JSON; if it takes back an undo, also those of what that undo took
 * back.
 * @param run its id
 */
export const takenBackBy = (run: SQLWrapper | string): SQL => sql`(with recursive undoing as (
    select w.undoes as id, ${isForAnswer} as whole from runs as w where w.id = ${run} and w.undoes is not null
    union select w.undoes, ${isForAnswer} from undoing join calls as c on c.id = undoing.id
      join runs as w on w.id = c.run_id where w.undoes is not null)
  select coalesce(json_agg(distinct jsonb_build_object('server', c.server, 'tool', c.tool)), '[]')
  from undoing join calls as t on t.id = undoing.id cross join lateral (select t.server, t.tool
    union all select c.server, c.tool from runs as r join calls as c on c.run_id = r.id
      where undoing.whole and (r.id = t.run_id or r.root_run_id = t.run_id) and c.server = t.server
        and ${tookEffect('c')}) as c)`;

/**
 * Deletes what calls had changed longer ago than this, a limited amount at a time: after that they cannot be taken
 * back.
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
