import 'server-only';
/**
 * Starts and ends answers: statements that cover a chat, its run and its messages at once, in a transaction that has
 * locked the chat, because an answer waits for each round trip.
 */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { as, columnsWritten, type Given, kept, keptBy } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { foldedText } from '@/lib/values/words';
import { type ChatNews, isNewest, newsColumns } from './chats';
import { type MessageRow, upsertingAnswer } from './messages';
import { asQueued, type NewMessage } from './queue';
import { type HeldRun, isHeldBy, isShown, type RunRow } from './runs';
import { foundByText, textToFind, wordsOfText } from './search/search-words';
import { addingUsage, type Spender, type Spent } from './settings/usage';

const { chats, messages, runEvents, runs, usage } = schema;

/** What decides what happens to a new message in a chat. */
export interface ChatState {
  /** The latest run of the branch that is shown. */
  latest: RunRow | null;
  /** Queued messages of the chat, oldest first. */
  waiting: NewMessage[];
  /** Running answers of the chat's owner, in all chats. */
  running: number;
}

// Raw SQL with table names: drizzle omits them if a statement has only one table.
const newestRun = sql`(select newest.id from runs as newest where newest.chat_id = chats.id and ${isShown('newest')}
  order by newest.created_at desc, newest.id desc limit 1)`;
const queue = sql<
  Parameters<typeof asQueued>[0][]
>`(select coalesce(json_agg(json_build_object('id', queued.id, 'text', queued.text, 'files', queued.files)
  order by queued.seq), '[]') from queued_messages as queued where queued.chat_id = chats.id)`;
const runningOfOwner = sql<number>`(select count(*)::int from runs as active join chats as place on place.id = active.chat_id
  where active.status = 'running' and active.token_id is null and place.user_id = chats.user_id)`;

export async function findChatState(tx: Transaction, chatId: string): Promise<ChatState> {
  const [state] = await stateOfChat(tx, { chatId });
  return state
    ? { ...state, waiting: state.waiting.map(asQueued) }
    : { latest: null, waiting: [], running: 0 };
}

const stateOfChat = kept(['chatId'], (tx, { chatId }) =>
  tx
    .select({ latest: runs, waiting: queue, running: runningOfOwner })
    .from(chats)
    .leftJoin(runs, eq(runs.id, newestRun))
    .where(eq(chats.id, chatId)),
);

export type NewRun = Pick<RunRow, 'id' | 'chatId' | 'userMessageId' | 'messageId' | 'owner'> &
  Partial<Pick<RunRow, 'rootRunId' | 'depth' | 'undoes' | 'trace'>>;

/**
 * Begins the run that answers.
 * @param change further changes to the chat
 * @param asked the message, if it is not stored yet; it gets the run's time
 */
export async function insertAnswer(
  tx: Transaction,
  run: NewRun,
  change: AnsweredChange,
  asked?: Pick<MessageRow, 'id' | 'parent' | 'role' | 'parts'>,
): Promise<{ run: RunRow; news: ChatNews }> {
  const { chatId } = run;
  const { isNewest, title } = change;
  const also = [
    ...(asked ? ['asked'] : []),
    ...(isNewest ? ['newest'] : []),
    ...(title === undefined ? [] : ['title']),
  ];
  const [row] = await beginning(`${columnsWritten(run)}/${also}`)(tx, {
    ...run,
    askedId: asked?.id,
    parent: asked?.parent,
    role: asked?.role,
    parts: asked?.parts,
    text: asked && textToFind(asked.parts),
    title,
    titleText: title && foldedText(title),
  });
  if (!row) throw new Error('The run was not stored.');
  const { rev, userId, teamId, asked: isAsked, ...begunRun } = row;
  // The statement does not see what it has written itself.
  return { run: begunRun, news: { chatId, rev, userId, teamId, asked: isAsked, running: true } };
}

/** What changes about a chat when an answer begins. */
export interface AnsweredChange {
  isNewest?: boolean;
  title?: string | undefined;
}

const ASKED = ['chatId', 'askedId', 'parent', 'role', 'parts', 'text', 'title', 'titleText'] as const;

/** @param shape the run's columns to write, then what else is written */
const beginning = keptBy((shape: string) => {
  const [columns = '', also = ''] = shape.split('/');
  const written: string[] = columns.split(' ');
  return kept([...written, ...ASKED], (tx, given) => {
    const { chatId, askedId, parent, role, parts, text, title, titleText } = given as Given<
      (typeof ASKED)[number]
    >;
    const model = sql`(select ${chats.model} from ${chats} where ${chats.id} = ${chatId})`;
    const run = Object.fromEntries(written.map((name) => [name, given[name]])) as unknown as NewRun;
    const begun = tx.$with('begun').as(
      tx
        .insert(runs)
        .values({ ...run, status: 'running', model })
        .returning(),
    );
    const asked = { id: askedId, parent, role, parts, chatId, ...foundByText(chatId, text) };
    const stored = tx.$with('stored').as(tx.insert(messages).values(asked).returning({ id: messages.id }));
    return tx
      .with(begun, ...(also.includes('asked') ? [stored] : []))
      .update(chats)
      .set({
        ...(also.includes('newest') && isNewest),
        ...(also.includes('title') && { title: sql`${title}`, titleWords: wordsOfText(titleText) }),
        rev: sql`${chats.rev} + 1`,
      })
      .from(begun)
      .where(eq(chats.id, begun.chatId))
      .returning({ ...begun._.selectedFields, ...newsColumns });
  });
});

/** Requests to models: how many, how many failed, milliseconds and tokens. */
export interface ModelUse {
  requests: number;
  errors: number;
  ms: number;
  read: number;
  written: number;
}

/** How a segment of a run ended. */
export interface SegmentState {
  status: RunRow['status'];
  error: string | null;
  /** Nothing follows. */
  isOver: boolean;
  /** The model requests made in it; absent if there were none. */
  asked?: ModelUse | undefined;
  /** The part of that which is added to its person's usage of one model. */
  spent?: (Spender & Spent) | undefined;
}

const NOTHING_ASKED: ModelUse = { requests: 0, errors: 0, ms: 0, read: 0, written: 0 };

const added = ({ requests, errors, ms, read, written }: Given<keyof ModelUse>) => ({
  modelRequests: sql`${runs.modelRequests} + ${requests}::int`,
  modelErrors: sql`${runs.modelErrors} + ${errors}::int`,
  modelMs: sql`${runs.modelMs} + ${ms}::int`,
  tokensRead: sql`${runs.tokensRead} + ${read}::int`,
  tokensWritten: sql`${runs.tokensWritten} + ${written}::int`,
});

/** The result of storing a segment's end. */
export interface StoredEnd {
  news: ChatNews;
  /** False: this process no longer holds the run, and none of this may be kept. */
  isHeld: boolean;
  /** Whether a message waits for the run to end. */
  isNext: boolean;
}

/** Ends a segment: writes the run's state, inserts or replaces the answer as it is then, and deletes its event log. */
export async function storeEnd(
  tx: Transaction,
  {
    id,
    fence,
    chatId,
    messageId,
    userMessageId,
  }: HeldRun & Pick<RunRow, 'chatId' | 'messageId' | 'userMessageId'>,
  { status, error, isOver, asked = NOTHING_ASKED, spent }: SegmentState,
  { parts, made }: Pick<MessageRow, 'parts'> & Partial<Pick<MessageRow, 'made'>>,
): Promise<StoredEnd> {
  const [row] = await ending(`${isOver ? 'over' : ''}${made ? 'made' : ''}${spent ? 'spent' : ''}`)(tx, {
    id,
    fence,
    chatId,
    messageId,
    userMessageId,
    status,
    error,
    parts,
    made: made ?? null,
    text: textToFind(parts),
    ...asked,
    teamId: spent?.teamId,
    userId: spent?.userId,
    model: spent?.model,
    currency: spent?.currency,
    spentRequests: spent?.requests,
    spentRead: spent?.read,
    spentWritten: spent?.written,
    cost: spent?.cost,
  });
  if (!row) throw new Error('The chat is gone.');
  const { isHeld, isNext, ...news } = row;
  // The statement does not see what it has written itself, and a chat has one run at a time.
  return { news: { ...news, running: status === 'running' }, isHeld, isNext };
}

const ASKED_OF_MODELS = ['requests', 'errors', 'ms', 'read', 'written'] as const;
const SPENT = [
  'teamId',
  'userId',
  'model',
  'currency',
  'spentRequests',
  'spentRead',
  'spentWritten',
  'cost',
] as const;

const END = [
  'id',
  'fence',
  'chatId',
  'messageId',
  'userMessageId',
  'status',
  'error',
  'parts',
  'made',
  'text',
  ...ASKED_OF_MODELS,
  ...SPENT,
] as const;

/** @param shape whether the run is over, whether how the answer was made is stored, and whether a model was used */
const ending = keptBy((shape: string) =>
  kept(END, (tx, given) => {
    const { id, fence, chatId, messageId, userMessageId, status, error, parts, made, text } = given;
    const isOver = shape.startsWith('over');
    const run = { status: as(status, runs.status), error: sql`${error}`, heartbeatAt: sql`now()` };
    const ended = tx.$with('ended').as(
      tx
        .update(runs)
        .set({ ...run, endedAt: isOver ? sql`now()` : null, ...added(given) })
        .where(isHeldBy({ id, fence }))
        .returning({ id: runs.id }),
    );
    const answer = { chatId, id: messageId, parent: userMessageId, parts, made, text };
    const stored = tx
      .$with('stored')
      .as(upsertingAnswer(tx, answer, shape.includes('made')).returning({ id: messages.id }));
    const forgotten = tx
      .$with('forgotten')
      .as(tx.delete(runEvents).where(eq(runEvents.runId, id)).returning({ seq: runEvents.seq }));
    const { teamId, userId, model, currency, cost } = given;
    const { spentRequests: requests, spentRead: read, spentWritten: written } = given;
    const use = { teamId, userId, model, currency, requests, read, written, cost };
    const used = tx.$with('used').as(addingUsage(tx, [use]).returning({ model: usage.model }));
    return tx
      .with(ended, stored, forgotten, ...(shape.endsWith('spent') ? [used] : []))
      .update(chats)
      .set({ ...isNewest, rev: sql`${chats.rev} + 1` })
      .where(eq(chats.id, chatId))
      .returning({
        ...newsColumns,
        isHeld: sql<boolean>`exists (select 1 from ended)`,
        isNext: sql<boolean>`exists (select 1 from queued_messages as queued where queued.chat_id = chats.id)`,
      });
  }),
);
