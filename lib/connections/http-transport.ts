/**
 * MCP's Streamable HTTP, as the client of @ai-sdk/mcp speaks it. A transport of our own because the built-in
 * one waits for ever when an answer is cut off, buffers answers of any size, opens a listening stream that
 * nobody reads, and does not tell a server of before 2026 that a call was aborted.
 */
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  MCPClientError,
  type MCPTransport,
  type MCPTransportSendOptions,
} from '@ai-sdk/mcp';
import type { ByteBudget } from './bounded-body';
import { ExchangeError } from './connection-error';
import { readAnswer } from './http-answer';
import type { Answer, ServerMessage } from './json-rpc';
import { dispatchOf } from './sending';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where a server listens and what it is told to know us by. */
export interface Endpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
}

/** How we introduce ourselves to servers. */
export const CLIENT_INFO = { name: 'amber', version: '0.1.0' } as const;

const STATELESS_VERSION = '2026-07-28';
const MAX_ANSWER_BYTES = 1_000_000;
const NOTICE_TIMEOUT_MS = 5_000;
/** Failures of `fetch` that come before the first byte of a request. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export class HttpTransport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery = true;
  readonly waitsForProtocolVersionDiscovery = true;
  readonly supportsMcpToolParameterHeaders = true;
  /** Set by the client once it is agreed; the newest until then. */
  protocolVersion: string | undefined = STATELESS_VERSION;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Given by servers of before 2026 that keep a session. */
  sessionId: string | undefined;
  private requestCount = 0;

  constructor(private readonly endpoint: Endpoint) {}

  async start(): Promise<void> {}

  async close(): Promise<void> {
    if (this.sessionId) void this.post('DELETE', undefined, { signal: noticeSignal() }).catch(() => {});
    this.onclose?.();
  }

  /** For the client: a request is over when its answer has been handed on. */
  async send(message: JSONRPCMessage, options: MCPTransportSendOptions = {}): Promise<void> {
    if (!('method' in message && 'id' in message)) return this.notify(message);
    const budget = { limit: MAX_ANSWER_BYTES, used: 0 };
    try {
      this.onmessage?.(await this.exchange(message, budget, options));
    } catch (error) {
      // The client falls back to the older handshake on errors of this class only.
      const mayBeOlder = message.method === 'server/discover' && error instanceof ExchangeError;
      if (!mayBeOlder || error.delivery === 'not-sent') throw error;
      throw new MCPClientError({ message: error.message, cause: error });
    }
  }

  /**
   * A request beside the client's, whose result nobody has checked or changed yet.
   *
   * @throws ExchangeError, MCPClientError when the server answers with an error, the signal's reason.
   */
  async request(
    method: string,
    params: Record<string, unknown>,
    { budget, signal }: { budget: ByteBudget; signal: AbortSignal },
  ): Promise<Record<string, unknown>> {
    this.requestCount += 1;
    const id = `amber-${this.requestCount}`;
    const request = { jsonrpc: '2.0' as const, id, method, params: { ...params, ...this.envelope() } };
    const answer = await this.exchange(request, budget, { signal });
    if ('result' in answer) return answer.result;
    throw new MCPClientError({ message: answer.error.message, code: answer.error.code });
  }

  private get isStateless(): boolean {
    return this.protocolVersion === STATELESS_VERSION;
  }

  private envelope(): Record<string, unknown> {
    if (!this.isStateless) return {};
    return {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      },
    };
  }

  private async exchange(
    asked: JSONRPCRequest,
    budget: ByteBudget,
    { signal, headers }: MCPTransportSendOptions,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const { request, onSend } = dispatchOf(asked);
    try {
      const response = await this.post('POST', request, { signal, headers, onSend });
      if (!this.isStateless) this.sessionId = response.headers.get('mcp-session-id') ?? this.sessionId;
      const answer = await readAnswer(request, response, {
        budget,
        signal,
        namedSession: this.sessionId !== undefined && request.method !== 'initialize',
        onServerMessage: (message) => this.answerServer(message),
      });
      // The client would send the call again, up to ten times.
      const asksBack = 'result' in answer && answer.result.resultType === 'input_required';
      if (asksBack) throw new ExchangeError('asks for more input, which is not supported here', 'answered');
      return answer;
    } catch (error) {
      if (!signal?.aborted) throw error;
      this.tellOfAbort(request);
      throw signal.reason;
    }
  }

  private async post(
    method: 'POST' | 'DELETE',
    message: JSONRPCMessage | undefined,
    { signal, headers, onSend }: MCPTransportSendOptions & { onSend?: () => void },
  ): Promise<Response> {
    const init: RequestInit = {
      method,
      headers: this.headersFor(message, headers),
      body: message && JSON.stringify(message),
      signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    };
    // Should it throw, nothing leaves.
    onSend?.();
    try {
      return await this.endpoint.fetch(this.endpoint.url, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
      if (UNREACHABLE.has(String(code))) throw new ExchangeError('cannot be reached', 'not-sent');
      throw new ExchangeError('broke the connection', 'unknown');
    }
  }

  private headersFor(message: JSONRPCMessage | undefined, more: Record<string, string> = {}): Headers {
    const headers = new Headers(this.endpoint.headers);
    headers.set('content-type', 'application/json');
    headers.set('accept', 'application/json, text/event-stream');
    const method = message && 'method' in message ? message.method : undefined;
    if (method === 'initialize') return headers;
    if (this.protocolVersion) headers.set('mcp-protocol-version', this.protocolVersion);
    if (!this.isStateless) {
      if (this.sessionId) headers.set('mcp-session-id', this.sessionId);
      return headers;
    }
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    if (method) headers.set('mcp-method', method);
    if (method === 'tools/call') headers.set('mcp-name', headerText(toolNameOf(message)));
    return headers;
  }

  /** Of what a server may ask in the middle of a call we know `ping` only. */
  private answerServer({ method, id }: ServerMessage): void {
    if (id === undefined) return;
    const unknown = { code: -32601, message: 'This client does not know that method.' };
    const answer: JSONRPCMessage =
      method === 'ping' ? { jsonrpc: '2.0', id, result: {} } : { jsonrpc: '2.0', id, error: unknown };
    void this.notify(answer).catch(() => {});
  }

  /** A stateless server sees the connection close; an older one has to be told. */
  private tellOfAbort(request: JSONRPCRequest): void {
    if (this.isStateless || request.method !== 'tools/call') return;
    const params = { requestId: request.id, reason: 'The caller stopped waiting.' };
    void this.notify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }

  private async notify(message: JSONRPCMessage): Promise<void> {
    const response = await this.post('POST', message, { signal: noticeSignal() });
    await response.body?.cancel();
  }
}

function noticeSignal(): AbortSignal {
  return AbortSignal.timeout(NOTICE_TIMEOUT_MS);
}

function toolNameOf(message: JSONRPCMessage | undefined): string {
  const name: unknown = message && 'method' in message ? message.params?.name : undefined;
  return typeof name === 'string' ? name : '';
}

/** A header takes printable ASCII; anything else goes as base64 (MCP 2026-07-28, Streamable HTTP). */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
