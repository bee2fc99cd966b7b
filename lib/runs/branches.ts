import 'server-only';
/**
 * Branches of a chat: rewording one's own message, or regenerating an answer, replaces it, and what was there, with
 * everything that followed, stays as another version that can be shown again. Calls that have run there stay in effect:
 * nothing is repeated or undone, and what still waited there is withdrawn.
 */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { readAuthority } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type ChatState, findChatState, insertAnswer } from '@/lib/store/answers';
import { type ChatNews, touchChat } from '@/lib/store/chats';
import { countVersions, leaveFrom, showBranch as show } from '@/lib/store/conversation/branches';
import { findMessage, type MessageRow } from '@/lib/store/messages';
import {
  type ClaimedRun,
  insertAsked,
  MAX_RUNS_PER_USER,
  newRun,
  openChat,
  type SentMessage,
  tooMany,
  withFiles,
} from './begin';
import { drafts, readHistoryBefore } from './read-messages';
import { withdraw } from './withdrawing/withdraw';

/** The most versions of one message. */
const MOST_VERSIONS = 20;
const LEFT = 'Withdrawn: the person went to another version of the chat instead of deciding. Nothing ran.';

/** The message that gets another version: one's own with the new text, or an answer without text. */
export interface NewVersion {
  of: string;
  message?: SentMessage | undefined;
}

/**
 * Begins another version of a message and claims the run that answers.
 * @throws AppError not_found, bad_request (no text for a message, or text for an answer), forbidden, conflict
 * (something is in progress or queued, or the new id is taken), too_many_requests
 */
export async function beginBranch(
  db: Database,
  caller: Caller,
  chatId: string,
  { of, message: sent }: NewVersion,
): Promise<ClaimedRun> {
  return db.transaction(async (tx) => {
    await openChat(tx, caller, chatId);
    const { running } = await quietState(tx, chatId);
    if (running >= MAX_RUNS_PER_USER) throw tooMany();
    const target = await findVersion(tx, chatId, of);
    const question = questionOf(target, sent);
    const message = sent && (await withFiles(tx, caller, sent));
    if ((await countVersions(tx, target)) >= MOST_VERSIONS) throw enough();
    // What follows a version that is not shown is not shown either.
    if (!target.active) await show(tx, target);
    const before = await readHistoryBefore(tx, chatId, target.id);
    await leaveFrom(tx, target);
    const asked =
      message && (await insertAsked(tx, chatId, { ...message, parent: target.parent }, { isNewest: true }));
    const begun =
      asked ?? (await insertAnswer(tx, newRun(chatId, question, randomToken()), { isNewest: true }));
    // Including what the message's files have brought in.
    const authority = await readAuthority(tx, chatId, caller);
    const history = [...drafts(before), ...(asked ? [asked.asked] : [])];
    return { ...begun, opening: { authority, approvals: [], offered: [], history } };
  });
}

/**
 * Shows another version of a message, with what followed it.
 * @throws AppError not_found, forbidden, conflict (something is in progress or queued)
 */
export async function showBranch(
  db: Database,
  caller: Caller,
  chatId: string,
  id: string,
): Promise<ChatNews> {
  return db.transaction(async (tx) => {
    await openChat(tx, caller, chatId);
    await quietState(tx, chatId, await findVersion(tx, chatId, id));
    await show(tx, { chatId, id });
    return touchChat(tx, chatId);
  });
}

/**
 * Withdraws what waits in the branch that is left.
 * @param shown the message to show: if it is shown already, no branch is left
 * @throws AppError conflict: an answer is in progress, or messages are queued
 */
async function quietState(tx: Transaction, chatId: string, shown?: MessageRow): Promise<ChatState> {
  const state = await findChatState(tx, chatId);
  const { latest, waiting } = state;
  if (latest?.status === 'running') {
    throw new AppError('conflict', 'An answer is being written. Stop it, or wait for its end.');
  }
  if (waiting.length > 0) throw new AppError('conflict', 'A message waits for its turn. Withdraw it first.');
  if (latest && latest.status !== 'done' && !shown?.active) await withdraw(tx, latest, LEFT);
  return state;
}

async function findVersion(tx: Transaction, chatId: string, id: string): Promise<MessageRow> {
  const found = await findMessage(tx, { chatId, id });
  if (!found) throw new AppError('not_found', 'There is no such message in this chat.');
  return found;
}

/** @returns the id of the message that is answered again, if it is an answer */
function questionOf({ role, parent }: MessageRow, message: SentMessage | undefined): string {
  if (role === 'user' && message) return message.id;
  if (role === 'assistant' && !message && parent !== null) return parent;
  throw new AppError(
    'bad_request',
    role === 'user'
      ? 'message: say the words that take the place of this message.'
      : 'message: an answer is given anew by the model. Leave it out.',
  );
}

const enough = () =>
  new AppError(
    'too_many_requests',
    `A message has ${MOST_VERSIONS} versions at most. Go on from one of them.`,
  );
