import 'server-only';
/** Messages of chats. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { type Given, kept, keptBy } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { type FeedbackRow, feedbackOfOwner } from './conversation/feedback';
import { foundBy, foundByText, textToFind } from './search/search-words';

const { messages, runs } = schema;

/** The columns that are read: not the search words. */
const { words: _words, userId: _owner, ...columns } = getTableColumns(messages);

export type MessageRow = Omit<typeof messages.$inferSelect, 'words' | 'userId'>;

/** Another version of a message, in a branch that is not shown. */
export interface OtherVersion {
  id: string;
  seq: number;
  /** The beginning of its stored parts: JSON, possibly cut. */
  head: string;
}

/** A message of the branch that is shown. */
export interface ShownMessage extends MessageRow {
  /** Oldest first. */
  others: OtherVersion[];
  /** The feedback of the chat's owner; null if they gave none. */
  feedback: FeedbackRow | null;
}

/** Identifies a message. */
export type MessageKey = Pick<MessageRow, 'chatId' | 'id'>;

const isIt = ({ chatId, id }: MessageKey) => and(eq(messages.chatId, chatId), eq(messages.id, id));

/** How much of a chat is read at once: whichever limit is reached first. */
export interface PageSize {
  /** Messages. */
  most: number;
  /** Of the stored messages and their calls. */
  bytes: number;
  /** The minimum number of messages, however large they are; 1 by default. */
  least?: number;
}

/** The stored size of a message and its calls. */
const bytes = sql`(octet_length(m.parts::text) + coalesce((select sum(octet_length(c.input)
  + coalesce(octet_length(c.result::text), 0)) from "runs" r join "calls" c on c.run_id = r.id
  where r.chat_id = m.chat_id and r.message_id = m.id), 0))::bigint`;

/** How many characters of a version are read to name it. */
const HEAD = 4_000;

const others = sql<OtherVersion[]>`(select coalesce(json_agg(json_build_object('id', v.id, 'seq', v.seq,
    'head', left(v.parts::text, ${sql.raw(String(HEAD))})) order by v.seq), '[]')
  from "messages" v where v.chat_id = "messages"."chat_id" and not v.active
    and v.parent is not distinct from "messages"."parent")`;

/**
 * The newest messages of the shown branch, oldest first, and whether there are older ones. They are looked up one by
 * one in the index until the page is full, so older messages cost nothing.
 * @param before a message's id: only older messages
 */
export async function listMessages(
  db: Queryable,
  chatId: string,
  { most, bytes: room, least = 1 }: PageSize,
  before?: string,
): Promise<{ rows: ShownMessage[]; isMore: boolean }> {
  const page = pageOf(before === undefined ? 'newest' : 'older');
  const rows = await page(db, { chatId, most, least, room, before });
  return {
    rows: rows.map(({ row, others, feedback }) => ({ ...row, others, feedback })),
    isMore: rows[0]?.isMore ?? false,
  };
}

const pageOf = keptBy((which: 'newest' | 'older') =>
  kept(['chatId', 'most', 'least', 'room', 'before'], (db, given) =>
    readingPage(db, given, which === 'older'),
  ),
);

function readingPage(
  db: Queryable,
  { chatId, most, least, room, before }: Given<'chatId' | 'most' | 'least' | 'room' | 'before'>,
  isBefore: boolean,
) {
  const older = sql`select m.seq, ${bytes} as bytes from "messages" m where m.chat_id = ${chatId} and m.active`;
  // Without an upper bound PostgreSQL sorts all messages of a chat that has grown since its statistics were gathered.
  const end = isBefore
    ? sql`(select b.seq from "messages" b where b.chat_id = ${chatId} and b.id = ${before})`
    : sql`(select 9223372036854775807)`;
  const page = sql`(with recursive page as (
      (select newest.*, 1 as nth from (${older} and m.seq < ${end} order by m.seq desc limit 1) newest)
      union all
      select next.seq, page.bytes + next.bytes, page.nth + 1 from page
        cross join lateral (${older} and m.seq < page.seq order by m.seq desc limit 1) next
        where page.nth < ${most}::int and (page.nth < ${least}::int or page.bytes + next.bytes <= ${room}::bigint)
    ) select min(seq) from page)`;
  return db
    .select({
      row: columns,
      others,
      feedback: feedbackOfOwner,
      isMore: sql<boolean>`exists (select 1 from "messages" o
      where o.chat_id = "messages"."chat_id" and o.active and o.seq < "messages"."seq")`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        messages.active,
        // A range of the index, so that older messages are not read.
        sql`${messages.seq} >= ${page}`,
        sql`${messages.seq} < ${end}`,
      ),
    )
    .orderBy(asc(messages.seq));
}

export async function findMessage(db: Queryable, key: MessageKey): Promise<MessageRow | undefined> {
  const [message] = await db.select(columns).from(messages).where(isIt(key));
  return message;
}

/** The answer that a run is writing, as far as it is stored. */
export async function findAnswerOfRun(db: Queryable, runId: string): Promise<MessageRow | undefined> {
  const [answer] = await answersOfRun(db, { runId });
  return answer?.row;
}

const answersOfRun = kept(['runId'], (db, { runId }) =>
  db
    .select({ row: columns })
    .from(runs)
    .innerJoin(messages, and(eq(messages.chatId, runs.chatId), eq(messages.id, runs.messageId)))
    .where(eq(runs.id, runId)),
);

/** Inserts an answer, or replaces the stored one; how that was made stays as it is. */
export async function upsertAnswer(
  tx: Transaction,
  answer: Pick<MessageRow, 'chatId' | 'id' | 'parent' | 'parts'>,
): Promise<void> {
  await upserting(tx, { ...answer, made: null, text: textToFind(answer.parts) });
}

const ANSWER = ['chatId', 'id', 'parent', 'parts', 'made', 'text'] as const;

const upserting = kept(ANSWER, (tx, answer) => upsertingAnswer(tx, answer, false));

/**
 * The same as part of a larger statement.
 * @param isMade whether how it was made replaces what is stored
 */
export function upsertingAnswer(
  tx: Queryable,
  { text, ...answer }: Given<(typeof ANSWER)[number]>,
  isMade: boolean,
) {
  return tx
    .insert(messages)
    .values({ ...answer, role: 'assistant', ...foundByText(answer.chatId, text) })
    .onConflictDoUpdate({
      target: [messages.chatId, messages.id],
      set: {
        parts: sql`excluded.parts`,
        words: sql`excluded.words`,
        ...(isMade && { made: sql`excluded.made` }),
      },
    });
}

export async function updateParts(tx: Transaction, key: MessageKey, parts: unknown[]): Promise<void> {
  await tx
    .update(messages)
    .set({ parts, ...foundBy(key.chatId, parts) })
    .where(isIt(key));
}

export async function deleteMessage(tx: Transaction, key: MessageKey): Promise<void> {
  await tx.delete(messages).where(isIt(key));
}
