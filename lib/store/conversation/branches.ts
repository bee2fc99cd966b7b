import 'server-only';
/** Branches of a chat: which of its messages are shown, and what has run in the others. */
import { and, eq, gte, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type CallRow, REHEARSAL } from '../calls';
import type { MessageKey, MessageRow } from '../messages';

const { messages } = schema;

/** Leaves the shown branch from this message on, since everything after it follows from it. */
export async function leaveFrom(
  tx: Transaction,
  { chatId, seq }: Pick<MessageRow, 'chatId' | 'seq'>,
): Promise<void> {
  await tx
    .update(messages)
    .set({ active: false })
    .where(and(eq(messages.chatId, chatId), messages.active, gte(messages.seq, seq)));
}

export async function countVersions(
  tx: Transaction,
  { chatId, parent }: Pick<MessageRow, 'chatId' | 'parent'>,
): Promise<number> {
  const isSibling = sql`${messages.parent} is not distinct from ${parent}`;
  return tx.$count(messages, and(eq(messages.chatId, chatId), isSibling));
}

/** Shows the branch that contains this message, up to its newest end. */
export async function showBranch(tx: Transaction, { chatId, id }: MessageKey): Promise<void> {
  await tx.execute(sql`with recursive before as (
      select m.id, m.parent from "messages" m where m.chat_id = ${chatId} and m.id = ${id}
      union all
      select m.id, m.parent from before join "messages" m on m.chat_id = ${chatId} and m.id = before.parent
    ), after as (
      select ${id}::text as id
      union all
      select next.id from after cross join lateral (select m.id from "messages" m
        where m.chat_id = ${chatId} and m.parent = after.id order by m.seq desc limit 1) next
    ), branch as (select id from before union select id from after)
    update "messages" m set active = not m.active where m.chat_id = ${chatId}
      and m.active <> exists (select 1 from branch where branch.id = m.id)`);
}

/** A message in a branch that is not shown, and what has run in it. */
export interface LeftMessage {
  id: string;
  parent: string | null;
  ran: Pick<CallRow, 'id' | 'tool' | 'status' | 'metadata'>[];
}

/**
 * A condition on calls that have run, may have taken effect, and are neither reads nor rehearsals. `calls` is the name
 * of the table in the statement.
 */
export const tookEffect = (calls: string) =>
  sql.raw(`${calls}.risk <> 'read-only' and ${calls}.dispatched_at is not null
    and ${calls}.status in ('dispatched', 'success', 'unknown') 
    and not (${calls}.step = 0 and starts_with(${calls}.tool_call_id, '${REHEARSAL}'))`);

/** All messages in branches that are not shown, oldest first. */
export function listLeft(db: Queryable, chatId: string): Promise<LeftMessage[]> {
  return rowsOf<LeftMessage>(
    db,
    sql`select m.id, m.parent, (select coalesce(json_agg(json_build_object('id', c.id, 'tool', c.tool, 'status', c.status,
        'metadata', c.metadata) order by c.seq), '[]')
      from "runs" r join "calls" c on c.run_id = r.id
      where r.chat_id = m.chat_id and r.message_id = m.id and ${tookEffect('c')}) as ran
    from "messages" m where m.chat_id = ${chatId} and not m.active order by m.seq`,
  );
}
