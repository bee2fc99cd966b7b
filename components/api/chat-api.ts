/** The chat's routes as functions. Each throws `ApiError`; `call` is `fetch` unless a test passes its own. */
import type { AnswerForm } from '@/components/api/answer';
import type { Decide } from '@/components/api/decide';
import { errorWords } from '@/components/api/error-words';
import type { CheckOutcome, UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { say } from '@/components/words/say';
import type { FolderView } from '@/lib/chats/folder-view';
import {
  type ChatPart,
  type ChatSummary,
  type ChatView,
  type Feedback,
  type Mode,
  SHOWN_AT_ONCE,
} from '@/lib/runs/chat-view';
import { ApiError, type Fetch, fetchOk, request, wordsOf } from './api';

/**
 * A person's message as the server accepts it: the chat, an id generated here, the text, and ids of uploads. Nothing
 * else is read.
 */
export interface OutgoingMessage {
  chatId: string;
  message: { id: string; text: string; uploads?: string[] };
}

const pathOf = (id: string, rest = '') => `/api/chat/${encodeURIComponent(id)}${rest}`;

export const streamPath = (id: string) => pathOf(id, '/stream');

/** The person's chats, their folders, and how many cards wait for their decision, in anybody's chats. */
export interface ChatList {
  /** Chats outside folders, newest first, followed by older ones and ones in folders that are pinned or waiting. */
  chats: ChatSummary[];
  /** By name. */
  folders: FolderView[];
  /** The `cursor` of older ones; null if there are none. */
  next: string | null;
  toDecide: number;
}

/** @param limit 1 to 200 */
export function listChats(limit: number): Promise<ChatList> {
  return request('GET', `/api/chats?folder=none&limit=${limit}`);
}

export function listOlderChats(limit: number, cursor: string): Promise<Omit<ChatList, 'folders'>> {
  return request('GET', `/api/chats?folder=none&limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
}

/** Creates an empty chat and returns its id. */
export async function createChat(
  { mode, model, temporary }: { mode: Mode; model: string | null; temporary: boolean },
  call?: Fetch,
): Promise<string> {
  const body = {
    ...(mode !== 'default' && { mode }),
    ...(model !== null && { model }),
    ...(temporary && { temporary }),
  };
  return (await request<{ id: string }>('POST', '/api/chats', body, call)).id;
}

/** Whether the server is reachable and healthy. Never throws. */
export function isWell(call: Fetch): Promise<boolean> {
  return call('/api/health').then(
    ({ ok }) => ok,
    () => false,
  );
}

const FIRST_LOOK_MS = 1_000;
const LAST_LOOK_MS = 15_000;

/** Resolves once the server answers again; polls at growing intervals. */
async function untilWell(call: Fetch = globalThis.fetch): Promise<void> {
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 2, LAST_LOOK_MS)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (await isWell(call)) return;
  }
}

/** With a page of its messages; without `before`, the newest. Null: there is no such chat, or no longer. */
export async function loadChat(id: string, call?: Fetch, part: ChatPart = {}): Promise<ChatView | null> {
  const { before, limit, size } = { ...SHOWN_AT_ONCE, ...part };
  const query = `?limit=${limit}&size=${size}${before ? `&before=${encodeURIComponent(before)}` : ''}`;
  try {
    return await request<ChatView>('GET', pathOf(id, query), undefined, call);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export interface ChatChange {
  title?: string;
  mode?: Mode;
  model?: string | null;
  pinned?: boolean;
  archived?: boolean;
  folder?: string | null;
}

export function changeChat(id: string, change: ChatChange, call?: Fetch) {
  return request<ChatView>('PATCH', pathOf(id), change, call);
}

export async function deleteChat(id: string, call?: Fetch): Promise<void> {
  await request('DELETE', pathOf(id), undefined, call);
}

/** Restores a deleted chat. */
export async function restoreChat(id: string): Promise<void> {
  await request('POST', pathOf(id, '/restore'));
}

/** An admin declares the content from outside harmless: writes no longer ask because of it. */
export function clearOutside(id: string, call?: Fetch) {
  return request<ChatView>('DELETE', pathOf(id, '/outside'), undefined, call);
}

/** Sends feedback on an answer; null removes it. */
export async function rateAnswer(
  chatId: string,
  messageId: string,
  feedback: Feedback | null,
): Promise<void> {
  const said = feedback ?? { good: null };
  await request('PUT', pathOf(chatId, '/feedback'), { messageId, ...said });
}

/** The whole chat as Markdown, secrets masked. */
export async function chatAsText(id: string): Promise<string> {
  const response = await fetchOk(globalThis.fetch, pathOf(id, '/export?format=md'), {});
  return response.text();
}

/** Has the model summarise everything older than the last exchanges, which takes a while. */
export async function summariseChat(id: string): Promise<void> {
  await request('POST', pathOf(id, '/summary'));
}

/** After a stop nothing more may happen by itself: returns the queued messages, oldest first, which were withdrawn. */
export async function stopRun(id: string, call?: Fetch): Promise<ChatView['queued']> {
  const body = { withdraw: true };
  const answer = await request<{ withdrawn: ChatView['queued'] }>('POST', pathOf(id, '/stop'), body, call);
  return answer.withdrawn;
}

/**
 * Stops one call; the answer continues.
 * @returns why it could not be stopped; null: it was
 */
export async function stopCall(id: string, toolCallId: string, call?: Fetch): Promise<string | null> {
  try {
    await request('POST', pathOf(id, '/stop'), { toolCallId }, call);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/**
 * Posts a message without reading the stream of its answer, which is followed elsewhere.
 * @returns whether it is queued behind the current answer
 */
export async function postMessage(message: OutgoingMessage, call: Fetch): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(message);
  const response = await fetchOk(call, '/api/chat', { method: 'POST', headers, body });
  await response.body?.cancel();
  return isQueued(response);
}

/** Whether the server has the message, after a lost response or the error that its id is already known. */
export async function hasArrived(
  chatId: string | null,
  id: string,
  error: unknown,
  call?: Fetch,
): Promise<boolean> {
  if (error instanceof Error && error.name === 'AbortError') return true;
  const isUnsure = error instanceof ApiError && (error.isNetwork || error.status === 409);
  if (!isUnsure || !chatId) return false;
  const view = await loadChat(chatId, call).catch(() => null);
  return view ? [...view.messages, ...view.queued].some((message) => message.id === id) : false;
}

/** Why a message was not sent. For one that is too long the server's text is meant for programs and is replaced. */
export function unsentWords(error: unknown): string {
  const isTooLong = error instanceof ApiError && error.code === 'too_large';
  return isTooLong ? say('chat.too-long') : wordsOf(error);
}

/** The response to a message that was queued: the server has it, and there is no stream. */
export const isQueued = (response: Response) => response.status === 202;

/**
 * Creates another version: of a person's own message, with the new text, or of an answer, without. Its stream is
 * followed elsewhere.
 */
export async function addVersion(
  chatId: string,
  version: { of: string; message?: OutgoingMessage['message'] },
  call?: Fetch,
): Promise<void> {
  await request('POST', pathOf(chatId, '/branches'), version, call);
}

/** Switches to the version that contains this message. */
export async function showVersion(chatId: string, id: string, call?: Fetch): Promise<void> {
  await request('PATCH', pathOf(chatId, '/branches'), { show: id }, call);
}

/** Withdraws a queued message. */
export async function withdrawMessage(chatId: string, id: string, call?: Fetch): Promise<void> {
  await request('DELETE', pathOf(chatId, `/queue/${encodeURIComponent(id)}`), undefined, call);
}

/** Never throws: a refusal is a result, too, and the card shows it. */
export async function decideApproval(
  [id, decision, details = {}]: Parameters<Decide>,
  call?: Fetch,
): ReturnType<Decide> {
  const body = { decision, ...details };
  try {
    const path = `/api/approvals/${encodeURIComponent(id)}`;
    const { status } = await request<{ status: string }>('POST', path, body, call);
    return { ok: true, waits: status === 'pending' };
  } catch (error) {
    // Only trusted servers have previews.
    const refusal = { ok: false as const, message: errorWords(wordsOf(error), true) };
    if (error instanceof ApiError && error.isNetwork) return { ...refusal, over: untilWell(call) };
    const replacedBy = error instanceof ApiError ? error.details.approvalId : undefined;
    return typeof replacedBy === 'string' ? { ...refusal, replacedBy } : refusal;
  }
}

const callPath = (id: string, rest = '') => `/api/calls/${encodeURIComponent(id)}${rest}`;

/** Never throws, as above. */
export async function resolveUnknownCall(
  [id, resolution]: Parameters<UnknownCallHandlers['resolve']>,
  call?: Fetch,
): ReturnType<UnknownCallHandlers['resolve']> {
  try {
    await request('POST', callPath(id), { resolution }, call);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}

/** Orders the call's change to be undone, or all the changes of its answer. */
export async function takeBackCall(id: string, all: boolean, call?: Fetch): Promise<void> {
  await request('POST', callPath(id, '/take-back'), { all }, call);
}

/** Never throws, as above. */
export async function checkUnknownCall(
  [id, tool]: Parameters<UnknownCallHandlers['check']>,
  call?: Fetch,
): ReturnType<UnknownCallHandlers['check']> {
  try {
    const outcome = await request<CheckOutcome>('POST', callPath(id, '/check'), { tool }, call);
    return { ok: true, outcome };
  } catch (error) {
    // Only trusted servers' tools are called.
    return { ok: false, message: errorWords(wordsOf(error), true) };
  }
}

/** Never throws, as above. */
export async function answerForm([id, said]: Parameters<AnswerForm>, call?: Fetch): ReturnType<AnswerForm> {
  try {
    await request('POST', `/api/elicitations/${encodeURIComponent(id)}`, said, call);
    return { ok: true };
  } catch (error) {
    const fields = error instanceof ApiError ? error.details.fields : undefined;
    const isNamed = typeof fields === 'object' && fields !== null;
    return {
      ok: false,
      message: wordsOf(error),
      ...(isNamed && { fields: fields as Record<string, string> }),
    };
  }
}
