import 'server-only';
/**
 * What begins an answer and what ends one: statements over a chat, its run and its messages at once, in a transaction
 * that has locked the chat, since an answer waits for each of them.
 */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type ChatChange, type ChatNews, columnsOf, isNewest, newsColumns } from './chats';
import { type MessageRow, upsertAnswer } from './messages';
import { asQueued, type NewMessage } from './queue';
import { type HeldRun, isHeldBy, isShown, type RunRow } from './runs';
import { foundBy } from './search/search-words';

const { chats, messages, runEvents, runs } = schema;

/** What decides what a message does in a chat. */
export interface ChatState {
  /** The newest run of the branch that is shown. */
  latest: RunRow | null;
  /** What waits in the chat, oldest first. */
  waiting: NewMessage[];
  /** Answers that are being written for the chat's owner, in all chats. */
  running: number;
}

// Spelled out: drizzle leaves the tables' names away where only one stands in a statement.
const newestRun = sql`(select newest.id from runs as newest where newest.chat_id = chats.id and ${isShown('newest')}
  order by newest.created_at desc, newest.id desc limit 1)`;
const queue = sql<
  Parameters<typeof asQueued>[0][]
>`(select coalesce(json_agg(json_build_object('id', queued.id, 'text', queued.text, 'files', queued.files)
  order by queued.seq), '[]') from queued_messages as queued where queued.chat_id = chats.id)`;
const runningOfOwner = sql<number>`(select count(*)::int from runs as active join chats as place on place.id = active.chat_id
  where active.status = 'running' and active.token_id is null and place.user_id = chats.user_id)`;

export async function findChatState(tx: Transaction, chatId: string): Promise<ChatState> {
  const [state] = await tx
    .select({ latest: runs, waiting: queue, running: runningOfOwner })
    .from(chats)
    .leftJoin(runs, eq(runs.id, newestRun))
    .where(eq(chats.id, chatId));
  return state
    ? { ...state, waiting: state.waiting.map(asQueued) }
    : { latest: null, waiting: [], running: 0 };
}

export type NewRun = Pick<RunRow, 'id' | 'chatId' | 'userMessageId' | 'messageId' | 'owner'> &
  Partial<Pick<RunRow, 'rootRunId' | 'depth' | 'undoes'>>;

/**
 * Begins the run that answers.
 * @param change what else changes in the chat
 * @param asked the message, where it is not stored yet; its time is that of the run
 */
export async function insertAnswer(
  tx: Transaction,
  run: NewRun,
  change: ChatChange,
  asked?: Pick<MessageRow, 'id' | 'parent' | 'role' | 'parts'>,
): Promise<{ run: RunRow; news: ChatNews }> {
  const { chatId } = run;
  const model = sql`(select ${chats.model} from ${chats} where ${chats.id} = ${chatId})`;
  const inserted = tx.insert(runs).values({ ...run, status: 'running', model });
  const begun = tx.$with('begun').as(inserted.returning());
  const message = asked && tx.insert(messages).values({ ...asked, chatId, ...foundBy(chatId, asked.parts) });
  const stored = message ? [tx.$with('stored').as(message.returning({ id: messages.id }))] : [];
  const [row] = await tx
    .with(begun, ...stored)
    .update(chats)
    .set({ ...columnsOf(change), rev: sql`${chats.rev} + 1` })
    .from(begun)
    .where(eq(chats.id, begun.chatId))
    .returning({ ...begun._.selectedFields, ...newsColumns });
  if (!row) throw new Error('The run was not stored.');
  const { rev, userId, teamId, asked: isAsked, ...begunRun } = row;
  // The statement has not seen what it has written itself.
  return { run: begunRun, news: { chatId, rev, userId, teamId, asked: isAsked, running: true } };
}

/** How a segment of a run ended. */
export interface SegmentState {
  status: RunRow['status'];
  error: string | null;
  /** Nothing follows. */
  isOver: boolean;
}

/** What is stored of a segment's end. */
export interface StoredEnd {
  news: ChatNews;
  /** False: this process does not hold the run any more, and nothing of this may stay. */
  isHeld: boolean;
  /** Whether a message waits for the run's end. */
  isNext: boolean;
}

/**
 * Ends a segment: the run's state, the answer as it is then, inserted or put in the place of what is stored of it, and the
 * log of it forgotten.
 */
export async function storeEnd(
  tx: Transaction,
  {
    id,
    fence,
    chatId,
    messageId,
    userMessageId,
  }: HeldRun & Pick<RunRow, 'chatId' | 'messageId' | 'userMessageId'>,
  { status, error, isOver }: SegmentState,
  { parts, made }: Pick<MessageRow, 'parts'> & Partial<Pick<MessageRow, 'made'>>,
): Promise<StoredEnd> {
  const ended = tx.$with('ended').as(
    tx
      .update(runs)
      .set({ status, error, heartbeatAt: sql`now()`, endedAt: isOver ? sql`now()` : null })
      .where(isHeldBy({ id, fence }))
      .returning({ id: runs.id }),
  );
  const answer = {
    chatId,
    id: messageId,
    parent: userMessageId,
    role: 'assistant' as const,
    parts,
    made: made ?? null,
  };
  const stored = tx.$with('stored').as(upsertAnswer(tx, answer).returning({ id: messages.id }));
  const forgotten = tx
    .$with('forgotten')
    .as(tx.delete(runEvents).where(eq(runEvents.runId, id)).returning({ seq: runEvents.seq }));
  const [row] = await tx
    .with(ended, stored, forgotten)
    .update(chats)
    .set({ ...isNewest, rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, chatId))
    .returning({
      ...newsColumns,
      isHeld: sql<boolean>`exists (select 1 from ended)`,
      isNext: sql<boolean>`exists (select 1 from queued_messages as queued where queued.chat_id = chats.id)`,
    });
  if (!row) throw new Error('The chat is gone.');
  const { isHeld, isNext, ...news } = row;
  // The statement has not seen what it has written itself, and a chat has one run at a time.
  return { news: { ...news, running: status === 'running' }, isHeld, isNext };
}
