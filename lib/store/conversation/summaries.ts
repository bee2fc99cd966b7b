import 'server-only';
/** Summaries of chats' older parts, which stand beside the messages. */
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';

const { chats, summaries } = schema;

export interface SummaryRow {
  text: string;
  /** Id of the last message that it tells of. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

/** For a statement: the one that tells most of the branch that is shown of this chat. */
export const summaryOf = (
  chatId: SQLWrapper,
) => sql<SummaryRow | null>`(select json_build_object('text', s.text, 'upTo', s.up_to, 'outside', s.outside)
  from "summaries" s join "messages" m on m.chat_id = s.chat_id and m.id = s.up_to and m.active
  where s.chat_id = ${chatId} order by m.seq desc, s.created_at desc limit 1)`;

/**
 * Nothing where the chat has been deleted meanwhile: what was said in it is to go.
 * @param model that made it: its id
 */
export async function insertSummary(
  db: Queryable,
  chatId: string,
  summary: SummaryRow & { model: string },
): Promise<void> {
  const { text, upTo, outside, model } = summary;
  await db.execute(sql`insert into ${summaries} (id, chat_id, text, up_to, outside, model)
    select ${randomToken()}, ${chats.id}, ${sql.param(text, summaries.text)}::json, ${upTo}, ${outside}::boolean, ${model} from ${chats}
    where ${chats.id} = ${chatId} and ${chats.deletedAt} is null and ${chats.erasedAt} is null for update`);
}

export async function deleteSummaries(tx: Transaction, chatId: string): Promise<void> {
  await tx.delete(summaries).where(eq(summaries.chatId, chatId));
}
