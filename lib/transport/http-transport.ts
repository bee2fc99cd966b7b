/**
 * MCP's Streamable HTTP, as the client of @ai-sdk/mcp uses it. We have a transport of our own because the built-in one
 * waits for ever when an answer is cut off, buffers answers of any size, opens a listening stream that nobody reads,
 * and does not tell servers older than 2026 that a call was aborted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage, JSONRPCRequest } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import {
  type Authorized,
  authorizedFetch,
  type EndpointAuthorization,
  refusedForSignIn,
} from './authorized-fetch';
import { type ReadingOptions, readAnswer, readStream } from './http-answer';
import type { Answer, ServerMessage } from './json-rpc';
import { type CarryOptions, MAX_ANSWER_BYTES, Transport } from './transport';
import { unreached } from './unreached';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where a server listens, and what identifies us to it. */
export interface Endpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
  /** Absent if nobody has signed in there. */
  authorization?: EndpointAuthorization;
  /** Receives what the server says about the sign-in it wants (`WWW-Authenticate`). */
  onChallenge?: (challenge: string | null) => void;
}

const NOTICE_TIMEOUT_MS = 5_000;
/** How often a stream that ended before the answer is resumed. */
const MOST_RESUMES = 5;
/** The pause before resuming, in milliseconds, if the server names none; below, the longest pause. */
const RESUME_MS = 1_000;
const LONGEST_RESUME_MS = 30_000;
interface Posting {
  method: 'POST' | 'GET' | 'DELETE';
  message?: JSONRPCMessage;
  headers: Headers;
  signal: AbortSignal | undefined;
  onSend?: () => void;
}

export class HttpTransport extends Transport {
  override readonly supportsMcpToolParameterHeaders = true;

  constructor(
    private readonly endpoint: Endpoint,
    capabilities?: Record<string, unknown>,
  ) {
    super(capabilities);
  }

  override get isTheSame(): boolean {
    return this.sessionId !== undefined;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    if (this.sessionId) {
      const goodbye = {
        method: 'DELETE' as const,
        headers: this.headersFor(undefined),
        signal: noticeSignal(),
      };
      void this.reach(goodbye).catch(() => {});
    }
    this.onclose?.();
  }

  override async listen(signal: AbortSignal): Promise<boolean> {
    if (this.isStateless) return super.listen(signal);
    const response = await this.reach({ method: 'GET', headers: this.headersFor(undefined), signal });
    const isStream = response.headers.get('content-type')?.toLowerCase().includes('text/event-stream');
    if (!response.ok || !isStream) {
      await response.body?.cancel();
      return false;
    }
    const budget = { limit: MAX_ANSWER_BYTES, used: 0 };
    const onServerMessage = (message: ServerMessage) => this.hear(message);
    const options = { budget, signal, namedSession: false, place: {}, onServerMessage };
    await readStream(undefined, response, options);
    return true;
  }

  protected async carry(request: JSONRPCRequest, options: CarryOptions): Promise<Answer> {
    const { signal, budget, dispatch } = options;
    try {
      const headers = this.headersFor(request, options.headers);
      if (dispatch?.trace !== undefined) headers.set('traceparent', dispatch.trace);
      const { onSend } = options;
      const posting = { method: 'POST' as const, message: request, headers, signal, onSend };
      const authorized = await this.authorized(posting);
      const { response } = authorized;
      const refusal = refusedForSignIn(authorized);
      if (refusal) {
        await response.body?.cancel();
        throw refusal;
      }
      if (!this.isStateless) this.sessionId = response.headers.get('mcp-session-id') ?? this.sessionId;
      return await this.read(request, response, {
        budget,
        signal,
        namedSession: this.sessionId !== undefined && request.method !== 'initialize',
        onServerMessage: (message) => this.hear(message, dispatch),
        place: {},
      });
    } catch (error) {
      if (!signal?.aborted) throw error;
      this.tellOfAbort(request);
      throw signal.reason;
    }
  }

  /**
   * If the stream of a server older than 2026 ends before the answer, it is resumed from its last event; nothing is
   * sent again.
   */
  private async read(request: JSONRPCRequest, first: Response, options: ReadingOptions): Promise<Answer> {
    let response = first;
    for (let resumes = 0; ; resumes++) {
      try {
        return await readAnswer(request, response, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        const { lastEventId, retryMs = RESUME_MS } = options.place;
        const isCutOff = error instanceof ExchangeError && error.code === 'cut-off';
        const mayGoOn = isCutOff && !this.isStateless && lastEventId && resumes < MOST_RESUMES;
        if (!mayGoOn) throw error;
        await sleep(Math.min(retryMs, LONGEST_RESUME_MS), undefined, { signal: options.signal });
        response = await this.resumed(lastEventId, options.signal, error);
      }
    }
  }

  /** @throws `instead` if the server does not resume the stream */
  private async resumed(
    lastEventId: string,
    signal: AbortSignal | undefined,
    instead: Error,
  ): Promise<Response> {
    const headers = this.headersFor(undefined);
    headers.set('last-event-id', lastEventId);
    const response = await this.reach({ method: 'GET', headers, signal }).catch(() => undefined);
    if (response?.ok) return response;
    await response?.body?.cancel();
    signal?.throwIfAborted();
    throw instead;
  }

  private async reach(posting: Posting): Promise<Response> {
    return (await this.authorized(posting)).response;
  }

  private async authorized({ method, message, headers, signal, onSend }: Posting): Promise<Authorized> {
    const init: RequestInit = {
      method,
      headers,
      body: message && JSON.stringify(message),
      signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    };
    const fetch = (url: string, what: RequestInit) =>
      this.endpoint.fetch(url, what).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        throw unreached(error);
      });
    const isCall = message !== undefined && 'method' in message && message.method === 'tools/call';
    const { url } = this.endpoint;
    return authorizedFetch({ ...this.endpoint, fetch }, url, init, { mayRepeat: !isCall, onSend });
  }

  private headersFor(message: JSONRPCMessage | undefined, more: Record<string, string> = {}): Headers {
    const headers = new Headers(this.endpoint.headers);
    if (message) headers.set('content-type', 'application/json');
    headers.set('accept', message ? 'application/json, text/event-stream' : 'text/event-stream');
    const method = message && 'method' in message ? message.method : undefined;
    if (method === 'initialize') return headers;
    if (this.protocolVersion) headers.set('mcp-protocol-version', this.protocolVersion);
    if (!this.isStateless) {
      if (this.sessionId) headers.set('mcp-session-id', this.sessionId);
      return headers;
    }
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    if (method) headers.set('mcp-method', method);
    const named = namedIn(message);
    if (named !== undefined) headers.set('mcp-name', headerText(named));
    return headers;
  }

  /** A stateless server notices the closed connection; an older one has to be told. */
  private tellOfAbort(request: JSONRPCRequest): void {
    if (this.isStateless || request.method !== 'tools/call') return;
    const params = { requestId: request.id, reason: 'The caller stopped waiting.' };
    void this.notify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }

  protected async notify(message: JSONRPCMessage): Promise<void> {
    const headers = this.headersFor(message);
    const response = await this.reach({ method: 'POST', message, headers, signal: noticeSignal() });
    await response.body?.cancel();
  }
}

export function noticeSignal(): AbortSignal {
  return AbortSignal.timeout(NOTICE_TIMEOUT_MS);
}

/** The parameter that names what a request is about (MCP 2026-07-28, Streamable HTTP). */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function namedIn(message: JSONRPCMessage | undefined): string | undefined {
  if (!message || !('method' in message)) return undefined;
  const parameter = NAMED_BY[message.method];
  if (parameter === undefined) return undefined;
  const name: unknown = message.params?.[parameter];
  return typeof name === 'string' ? name : '';
}

/** Headers take printable ASCII; anything else is sent as base64 (MCP 2026-07-28, Streamable HTTP). */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
