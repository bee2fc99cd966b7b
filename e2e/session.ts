/** A signed-in person as a program: the API with a cookie and the app's own origin, nothing else. */
import { randomUUID } from 'node:crypto';
import type { ApprovalView } from '../lib/approvals/approval-view.ts';
import type { InboxPage } from '../lib/inbox/inbox-view.ts';
import type { ChatView } from '../lib/runs/chat-view.ts';
import { plant, plantCookie } from './told.ts';

export const PASSWORD = 'amber-demo';

export interface Answer<Body> {
  status: number;
  body: Body;
}

export class Session {
  readonly url: string;
  readonly cookie: string;

  private constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  static async open(url: string, account: string): Promise<Session> {
    const email = account.includes('@') ? account : `${account}@amber.test`;
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`Signing in as ${email}: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    plant(PASSWORD);
    for (const one of cookie) plantCookie(one?.slice(one.indexOf('=') + 1) ?? '');
    return new Session(url, cookie.join('; '));
  }

  /**
   * A request as the page would send it: text and bytes unchanged, anything else as JSON; `headers` override, an empty
   * value removes.
   */
  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const all: Record<string, string> = { cookie: this.cookie, origin: this.url, ...headers };
    if (body !== undefined) all['content-type'] ??= 'application/json';
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) };
    return fetch(this.url + path, { method, headers: sent, redirect: 'manual', ...payload });
  }

  /** The same, with the answer read as JSON. */
  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>> {
    const response = await this.fetch(method, path, body, headers);
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body };
  }

  async newChat(mode?: string): Promise<string> {
    const made = await this.call<{ id: string }>('POST', '/api/chats', mode ? { mode } : {});
    if (made.status !== 201) throw new Error(`No chat: ${made.status}`);
    return made.body.id;
  }

  /** Sends a message and waits until the run ends or waits; returns the stream's text. */
  async say(chatId: string, text: string, id: string = randomUUID()): Promise<Answer<string>> {
    const response = await this.fetch('POST', '/api/chat', { chatId, message: { id, text } });
    return { status: response.status, body: await response.text() };
  }

  async chat(chatId: string): Promise<ChatView> {
    return (await this.call<ChatView>('GET', `/api/chat/${chatId}`)).body;
  }

  async pending(chatId: string): Promise<ApprovalView[]> {
    const listed = await this.call<{ approvals: ApprovalView[] }>(
      'GET',
      '/api/approvals?status=pending&limit=100',
    );
    return listed.body.approvals.filter((approval) => approval.chatId === chatId);
  }

  /** What the chat's sub-agents wait for: cards, and calls whose outcome is unknown. */
  async pendingBelow(chatId: string): Promise<Pick<InboxPage, 'approvals' | 'unknownCalls'>> {
    const path = '/api/approvals?status=pending&context=1&limit=100';
    const { approvals, unknownCalls } = (await this.call<InboxPage>('GET', path)).body;
    const isBelow = ({ context }: Pick<InboxPage['approvals'][number], 'context'>) =>
      context.within?.chatId === chatId;
    return { approvals: approvals.filter(isBelow), unknownCalls: unknownCalls.filter(isBelow) };
  }

  decide(
    id: string,
    decision: 'confirm' | 'cancel',
    reason?: string,
  ): Promise<Answer<{ id?: string; status?: string; approvalId?: string; error?: { code: string } }>> {
    return this.call('POST', `/api/approvals/${id}`, { decision, ...(reason ? { reason } : {}) });
  }

  /**
   * Polls until a server's tools are listed, for half a minute: an answer does not wait for ever for one that is listed
   * for the first time, on a busy machine.
   */
  async untilListed(server: string): Promise<void> {
    for (let left = 300; left > 0; left--) {
      const { body } = await this.call<{ tools?: { server: string }[] }>('GET', '/api/tools');
      if (body.tools?.some((tool) => tool.server === server)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Polls until the chat is in one of the states. */
  async settled(chatId: string, ...states: string[]): Promise<ChatView> {
    for (;;) {
      const chat = await this.chat(chatId);
      if (states.includes(chat.status)) return chat;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
