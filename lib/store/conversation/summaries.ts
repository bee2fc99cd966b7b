import 'server-only';
/** Summaries of the older parts of chats, kept beside the messages. */
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';

const { chats, summaries } = schema;

export interface SummaryRow {
  text: string;
  /** Id of the last message that it covers. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

/** Subquery: the summary that covers most of this chat's shown branch. Each summary's message is looked up, so the others cost nothing. */
export const summaryOf = (
  chatId: SQLWrapper,
) => sql<SummaryRow | null>`(select json_build_object('text', s.text, 'upTo', s.up_to, 'outside', s.outside)
  from "summaries" s
    cross join lateral (select l.seq from "messages" l where l.chat_id = s.chat_id and l.id = s.up_to and l.active limit 1) m
  where s.chat_id = ${chatId} order by m.seq desc, s.created_at desc limit 1)`;

/**
 * Stores nothing if the chat has been deleted meanwhile, since its contents are to go.
 * @param model id of the model that wrote it
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
