/**
 * MCP over HTTP as it was before 2025-03-26: answers arrive on one event stream, requests are posted to the address
 * that its first event names.
 */
import type { JSONRPCMessage } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { authorizedFetch, refusedForSignIn } from './authorized-fetch';
import { type ByteBudget, readText } from './bounded-body';
import { DuplexTransport } from './duplex-transport';
import { streamEvents } from './event-stream';
import { type Endpoint, noticeSignal } from './http-transport';
import { parseJsonIfAny } from './json-rpc';
import { MAX_ANSWER_BYTES } from './transport';
import { unreached } from './unreached';

/** The most bytes that may arrive within one event; the count restarts with each event. */
const PIECE_BYTES = MAX_ANSWER_BYTES;
const ENDPOINT_MS = 10_000;

export class SseTransport extends DuplexTransport {
  /** No server of 2026 ever used it. */
  override readonly supportsProtocolVersionDiscovery = false;
  private readonly ending = new AbortController();
  private target: string | undefined;

  constructor(
    private readonly endpoint: Endpoint,
    capabilities?: Record<string, unknown>,
  ) {
    super(capabilities);
    this.protocolVersion = undefined;
  }

  async start(): Promise<void> {
    const response = await this.fetch(this.endpoint.url, {
      method: 'GET',
      headers: this.headers('text/event-stream'),
      signal: this.ending.signal,
    });
    if (response.status === 401) {
      await response.body?.cancel();
      throw new ExchangeError('needs sign-in (it answered HTTP 401)', 'not-sent', 'needs-sign-in');
    }
    const isStream = response.headers.get('content-type')?.toLowerCase().includes('text/event-stream');
    if (!response.ok || !isStream) {
      await response.body?.cancel();
      throw new ExchangeError(`answered with HTTP ${response.status}`, 'not-sent');
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      reject(new ExchangeError('did not say where requests go', 'not-sent'));
      this.ending.abort();
    }, ENDPOINT_MS);
    void this.readEvents(response, resolve)
      .catch((error: unknown) => {
        const clause = error instanceof ExchangeError ? error.message : 'broke the connection';
        reject(new ExchangeError(clause, 'not-sent'));
        this.gone(clause);
      })
      .finally(() => clearTimeout(late));
    return promise.finally(() => clearTimeout(late));
  }

  async close(): Promise<void> {
    this.gone('was disconnected by Amber');
    this.ending.abort();
  }

  protected async deliver(message: JSONRPCMessage, signal?: AbortSignal): Promise<void> {
    if (this.target === undefined) throw new ExchangeError('is not connected', 'not-sent');
    const headers = this.headers('application/json, text/event-stream');
    headers.set('content-type', 'application/json');
    if (this.protocolVersion) headers.set('mcp-protocol-version', this.protocolVersion);
    const response = await this.fetch(this.target, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
      signal: signal ?? noticeSignal(),
    });
    await response.body?.cancel();
    if (response.ok) return;
    if (response.status === 401) {
      throw new ExchangeError('needs sign-in (it answered HTTP 401)', 'answered', 'needs-sign-in');
    }
    const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 408;
    throw new ExchangeError(`answered with HTTP ${response.status}`, isRefusal ? 'answered' : 'unknown');
  }

  private headers(accept: string): Headers {
    const headers = new Headers(this.endpoint.headers);
    headers.set('accept', accept);
    return headers;
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      const whole: RequestInit = { ...init, redirect: 'manual', cache: 'no-store', credentials: 'omit' };
      const authorized = await authorizedFetch(this.endpoint, url, whole, {
        mayRepeat: init.method === 'GET',
      });
      const refusal = refusedForSignIn(authorized);
      if (!refusal) return authorized.response;
      await authorized.response.body?.cancel();
      throw refusal;
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw unreached(error);
    }
  }

  /** Reads the stream until it ends; the connection ends with it. */
  private async readEvents(response: Response, onTarget: () => void): Promise<void> {
    const budget: ByteBudget = { limit: PIECE_BYTES, used: 0 };
    for await (const event of streamEvents(readText(response, budget, this.ending.signal))) {
      const bytes = budget.used;
      budget.used = 0;
      if (event.data === undefined) continue;
      if (event.type === 'endpoint' && this.target === undefined) {
        this.target = this.targetFrom(event.data);
        onTarget();
      } else if (event.type === 'message') {
        // Anything that is not JSON answers nothing.
        const message = parseJsonIfAny(event.data);
        if (message !== undefined) this.take(message, bytes);
      }
    }
    throw new ExchangeError('ended the connection', 'unknown');
  }

  /** Requests go only to the server itself: any other address it names would get our credentials. */
  private targetFrom(text: string): string {
    const url = URL.parse(text, this.endpoint.url);
    if (url && url.origin === new URL(this.endpoint.url).origin) return url.href;
    throw new ExchangeError('names another place for requests, which is not followed', 'not-sent');
  }
}
