/** The chat's routes as functions. Each throws `ApiError`; `call` is `fetch` unless a test brings its own. */
import type { Decide } from '@/components/tool-call/decide';
import { errorWords } from '@/components/tool-call/error-words';
import type { ChatSummary, ChatView, Mode } from '@/lib/runs/chat-view';
import { ApiError, type Fetch, fetchOk, request, wordsOf } from './api';

/** A person's message as the server takes it: the chat, an id made here, and the words. Nothing else is read. */
export interface OutgoingMessage {
  chatId: string;
  message: { id: string; text: string };
}

const pathOf = (id: string, rest = '') => `/api/chat/${encodeURIComponent(id)}${rest}`;

export const streamPath = (id: string) => pathOf(id, '/stream');

export async function listChats(call?: Fetch): Promise<ChatSummary[]> {
  return (await request<{ chats: ChatSummary[] }>('GET', '/api/chats', undefined, call)).chats;
}

/** Makes an empty chat and answers its id. */
export async function createChat(mode: Mode, call?: Fetch): Promise<string> {
  const body = mode === 'default' ? {} : { mode };
  return (await request<{ id: string }>('POST', '/api/chats', body, call)).id;
}

/** Null: there is no such chat (any more). */
export async function loadChat(id: string, call?: Fetch): Promise<ChatView | null> {
  try {
    return await request<ChatView>('GET', pathOf(id), undefined, call);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export function changeChat(id: string, change: { title?: string; mode?: Mode }, call?: Fetch) {
  return request<ChatView>('PATCH', pathOf(id), change, call);
}

export async function deleteChat(id: string, call?: Fetch): Promise<void> {
  await request('DELETE', pathOf(id), undefined, call);
}

export async function stopRun(id: string, call?: Fetch): Promise<void> {
  await request('POST', pathOf(id, '/stop'), {}, call);
}

/** Posts a message without reading the answer's stream, which others follow. */
export async function postMessage(message: OutgoingMessage, call: Fetch): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(message);
  const response = await fetchOk(call, '/api/chat', { method: 'POST', headers, body });
  await response.body?.cancel();
}

/** Never throws: a refusal is an answer too, and the card says it. */
export async function decideApproval(
  [id, decision, reason]: Parameters<Decide>,
  call?: Fetch,
): ReturnType<Decide> {
  const body = reason ? { decision, reason } : { decision };
  try {
    await request('POST', `/api/approvals/${encodeURIComponent(id)}`, body, call);
    return { ok: true };
  } catch (error) {
    // Previews come from trusted servers only.
    const refusal = { ok: false as const, message: errorWords(wordsOf(error), true) };
    const replacedBy = error instanceof ApiError ? error.details.approvalId : undefined;
    return typeof replacedBy === 'string' ? { ...refusal, replacedBy } : refusal;
  }
}
