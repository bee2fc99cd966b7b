import 'server-only';
/**
 * A person's message arrives: one transaction locks the chat, withdraws what still waits, stores the message and claims
 * the run that will answer it.
 */
import { type Database, isUniqueViolation, type Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { type Authority, readAuthority } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import type { Order } from '@/lib/execution/call-record';
import { assertMayBegin } from '@/lib/limits/budget';
import type { Caller } from '@/lib/people/caller';
import { type AnsweredChange, findChatState, insertAnswer, type NewRun } from '@/lib/store/answers';
import { hasApproval } from '@/lib/store/approvals';
import { listUnresolved } from '@/lib/store/calls';
import { type ChatNews, type ChatRow, lockChat } from '@/lib/store/chats';
import { deleteMessage, findMessage, updateParts } from '@/lib/store/messages';
import { deleteQueued, type NewMessage } from '@/lib/store/queue';
import type { RunRow } from '@/lib/store/runs';
import { insertAttachments } from '@/lib/store/uploads/uploads';
import { filesOf } from '@/lib/uploads/read-upload';
import { storable } from '@/lib/values/text';
import { keepFinishedSteps } from './message-parts';
import type { DraftMessage } from './messages/stored-message';
import type { Opening } from './open-answer';
import { owner } from './owner';
import { enqueue } from './queued-messages';
import { drafts, messageOf, type ReadMessage, readHistory } from './read-messages';
import { newTrace } from './seen-run';
import { withdraw } from './withdrawing/withdraw';

/** How many runs one person may have in progress. */
export const MAX_RUNS_PER_USER = 100;
const WITHDRAWN = 'Withdrawn: the person sent a new message instead of deciding. Nothing ran.';

/** A message as it is sent. */
export interface SentMessage extends Omit<NewMessage, 'files'> {
  /** Ids of the sender's own uploads. */
  uploads?: readonly string[] | undefined;
}

/** A run for this process to drive. */
export interface ClaimedRun {
  run: RunRow;
  /** The chat's present state, for the tabs to be notified. */
  news: ChatNews;
  /** What its first segment begins with, if that was read while the chat was locked. */
  opening?: Opening;
}

/** A message that waits for the run before it to end. */
export interface QueuedMessage {
  queued: true;
  news: ChatNews;
}

/**
 * Stores the message and claims the run; if a run is in progress, or others are queued before it, the message is
 * queued. Sending the same id again retries the chat's last message if its run failed; executed calls are kept.
 * Independent queries are sent together, since the chat is locked meanwhile and the answer waits for every round trip.
 * @throws AppError not_found, forbidden, bad_request (a file that is not theirs), conflict (the id is taken),
 * too_many_requests
 */
export async function beginRun(
  db: Database,
  caller: Caller,
  chatId: string,
  sent: SentMessage,
): Promise<ClaimedRun | QueuedMessage> {
  return db.transaction(async (tx) => {
    // Sent together and executed in order: the lock first.
    const opening = openChat(tx, caller, chatId);
    const reading = Promise.all([
      findChatState(tx, chatId),
      readHistory(tx, chatId),
      readAuthority(tx, chatId, caller),
    ]);
    // A person who may not write here learns only that, whichever of the reads fails first.
    reading.catch(() => undefined);
    const chat = await opening;
    const [{ latest, waiting, running }, stored, authority] = await reading;
    const message = await withFiles(tx, caller, sent);
    if (latest?.status === 'running' || waiting.length > 0) {
      const isKnown = waiting.some(({ id }) => id === message.id);
      if (isKnown || (await findMessage(tx, { chatId, id: message.id }))) throw taken();
      return { queued: true, news: await enqueue(tx, chatId, message, waiting.length) };
    }
    if (authority.isLimited) await assertMayBegin(tx, caller);
    if (latest?.userMessageId === message.id) {
      const retried = await retry(tx, latest, stored);
      return { ...retried, opening: { history: retried.history, authority, approvals: [], offered: [] } };
    }
    if (running >= MAX_RUNS_PER_USER) throw tooMany();
    return claim(tx, caller, chat, message, { latest, stored, authority });
  });
}

/**
 * Claims the run for the oldest queued message, once nothing is in progress.
 * @param caller the chat's owner
 */
export async function beginQueued(
  db: Database,
  caller: Caller,
  chatId: string,
  withdrawing = false,
): Promise<ClaimedRun | undefined> {
  return db.transaction(async (tx) => {
    const chat = await openChat(tx, caller, chatId);
    const { latest, waiting } = await findChatState(tx, chatId);
    const isBusy = latest?.status === 'running' || (latest?.status === 'waiting' && !withdrawing);
    const [message] = waiting;
    if (isBusy || !message) return undefined;
    await deleteQueued(tx, chatId, message.id);
    const stored = await readHistory(tx, chatId);
    return claim(tx, caller, chat, message, { latest, stored });
  });
}

interface ChatState {
  latest: RunRow | null;
  stored: ReadMessage[];
  /** Absent if not read yet. */
  authority?: Authority;
}

/**
 * Adds what is known about its files.
 * @throws AppError bad_request
 */
export async function withFiles(
  tx: Transaction,
  caller: Caller,
  { id, text, uploads }: SentMessage,
): Promise<NewMessage> {
  const files = await filesOf(tx, caller, uploads);
  return { id, text, ...(files.length > 0 && { files }) };
}

async function claim(
  tx: Transaction,
  caller: Caller,
  chat: ChatRow,
  message: NewMessage,
  { latest, stored, authority }: ChatState,
): Promise<ClaimedRun> {
  const chatId = chat.id;
  const isOpen = latest && latest.status !== 'running' && latest.status !== 'done';
  if (isOpen) await withdraw(tx, latest, WITHDRAWN);
  // Withdrawn calls read differently now.
  const before = drafts(isOpen ? await readHistory(tx, chatId) : stored);
  const parent = stored.at(-1)?.stored.id ?? null;
  const isUntitled = chat.rev === 0 && chat.title === NEW_CHAT;
  const change = { isNewest: true, title: isUntitled ? titleOf(message.text, message.files) : undefined };
  const { run, news, asked } = await insertAsked(tx, chatId, { ...message, parent }, change);
  const history = [...before, asked];
  // A file's contents are from outside, which counts from this message on.
  const isAsRead = authority && !message.files;
  const known = isAsRead ? authority : await readAuthority(tx, chatId, caller);
  return { run, news, opening: { history, authority: known, approvals: [], offered: [] } };
}

/** A message that begins a run. */
interface Asked extends NewMessage {
  /** Id of the message before it; null if it is the first one of the chat. */
  parent: string | null;
  /** The one call that answers it; absent if a model does. */
  order?: Order;
  /** For a sub-agent's place; absent if there is no run above it. */
  below?: Pick<NewRun, 'rootRunId' | 'depth'>;
}

/**
 * Stores a person's message, or a sub-agent's task, and begins the run that answers it.
 * @throws AppError conflict: the id is taken
 */
export async function insertAsked(
  tx: Transaction,
  chatId: string,
  { id, text, files = [], parent, order, below }: Asked,
  change: AnsweredChange,
): Promise<{ run: RunRow; news: ChatNews; asked: DraftMessage }> {
  const parts: DraftMessage['parts'] = [
    { type: 'text', text },
    ...files.map((file) => ({ type: 'data-attachment' as const, id: file.id, data: file })),
    ...(order ? [{ type: 'data-order' as const, data: order }] : []),
  ];
  const asked = { id, parent, role: 'user' as const, parts };
  const of = {
    ...below,
    ...(below && { trace: newTrace(true) }),
    ...(order?.undoes !== undefined && { undoes: order.undoes }),
  };
  const begun = insertAnswer(tx, { ...newRun(chatId, id, randomToken()), ...of }, change, asked);
  const { run, news } = await begun.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  const ids = files.map((file) => file.id);
  if (ids.length > 0) await insertAttachments(tx, chatId, id, ids);
  return { run, news, asked: { ...messageOf({ ...asked, createdAt: run.createdAt }), parts } };
}

/** The title of a chat until its first message. */
export const NEW_CHAT = 'New chat';
/** Only this many characters at the beginning are considered for a title. */
const TITLE_WITHIN = 1_000;

/**
 * A chat's title from its first message: its first line, at most 60 characters; without text, the name of its first
 * file.
 */
export function titleOf(text: string, files: NewMessage['files'] = []): string {
  const words = text.trim() === '' ? (files[0]?.name ?? '') : text;
  // Cut first, since somebody else may have written it, at any length.
  const start = storable(words.trimStart().slice(0, TITLE_WITHIN));
  const line = start.trim().split('\n')[0]?.replaceAll(/\s+/g, ' ') ?? '';
  const characters = [...line];
  const title = characters.length > 60 ? `${characters.slice(0, 59).join('').trimEnd()}\u2026` : line;
  return title || NEW_CHAT;
}

export async function openChat(tx: Transaction, caller: Caller, chatId: string): Promise<ChatRow> {
  const chat = await lockChat(tx, chatId);
  if (!chat || chat.deletedAt || chat.teamId !== caller.teamId) throw notFound();
  if (chat.userId === caller.userId) {
    if (chat.rootId !== null)
      throw new AppError('forbidden', 'A sub-agent works here. Write in the chat that began it.');
    if (chat.tokenId === null) return chat;
    throw new AppError(
      'forbidden',
      'Only other clients call here, with their token. Write in a chat of your own.',
    );
  }
  if (caller.role === 'admin' && (await hasApproval(tx, chatId))) {
    throw new AppError('forbidden', 'Only its owner writes in this chat.');
  }
  throw notFound();
}

const taken = () =>
  new AppError(
    'conflict',
    'A message with this id is in the chat already. Send a new one with an id of its own.',
  );

const notFound = () => new AppError('not_found', 'There is no such chat.');

export const tooMany = () =>
  new AppError('too_many_requests', 'Too many answers are being written at once. Wait for some to end.');

/** Continues a failed run's message: finished steps stay, the broken rest is cut off. */
async function retry(
  tx: Transaction,
  latest: RunRow,
  stored: ReadMessage[],
): Promise<{ run: RunRow; news: ChatNews; history: DraftMessage[] }> {
  if (latest.status !== 'failed') throw taken();
  if ((await listUnresolved(tx, latest.id)).length > 0) {
    throw new AppError('conflict', 'First say what became of the call of which nobody knows, on its card.');
  }
  const answer = stored.find((read) => read.stored.id === latest.messageId);
  const parts = keepFinishedSteps(answer?.stored.parts ?? []);
  const key = { chatId: latest.chatId, id: latest.messageId };
  if (parts.length > 0) await updateParts(tx, key, parts);
  else await deleteMessage(tx, key);
  const kept = stored.flatMap((read) => {
    if (read !== answer) return [read];
    return parts.length > 0 ? [{ ...read, stored: { ...read.stored, parts } }] : [];
  });
  const begun = await insertAnswer(tx, newRun(latest.chatId, latest.userMessageId, latest.messageId), {});
  return { ...begun, history: drafts(kept) };
}

export const newRun = (chatId: string, userMessageId: string, messageId: string): NewRun => ({
  id: randomToken(),
  owner,
  chatId,
  userMessageId,
  messageId,
  trace: newTrace(),
});
