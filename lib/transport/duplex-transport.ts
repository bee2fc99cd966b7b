/**
 * Transports whose answers arrive on another stream than requests are sent on: programs, and the event streams of old
 * HTTP servers.
 */
import { type JSONRPCMessage, type JSONRPCRequest, MCPClientError } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { isRecord } from '@/lib/values/records';
import { abortable } from './abortable';
import { type ByteBudget, tooLarge } from './bounded-body';
import { type Answer, answerFrom, isServerMessage, type RequestId } from './json-rpc';
import { type CarryOptions, MAX_ANSWER_BYTES, Transport } from './transport';

/** A server that does not answer an unknown method within this time is taken to be older than 2026. */
const DISCOVERY_MS = 10_000;

interface Pending {
  budget: ByteBudget;
  answer(answer: Answer): void;
  fail(error: Error): void;
}

export abstract class DuplexTransport extends Transport {
  private readonly pending = new Map<RequestId, Pending>();
  private isGone = false;

  override get outlivesErrors(): boolean {
    return !this.isGone;
  }

  /** Sends a message. Throws ExchangeError: `not-sent` if nothing of it can have left. */
  protected abstract deliver(message: JSONRPCMessage, signal?: AbortSignal): Promise<void>;

  protected async carry(request: JSONRPCRequest, options: CarryOptions): Promise<Answer> {
    if (this.isGone) throw new ExchangeError('has ended', 'not-sent', 'ended');
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    promise.catch(() => {});
    this.pending.set(request.id, { budget: options.budget, answer: resolve, fail: reject });
    try {
      options.onSend();
      const isQuestion = request.method === 'server/discover';
      // Sending alone may also hang for ever.
      const sent = this.deliver(request, options.signal).then(() => (isQuestion ? inTime(promise) : promise));
      return await (options.signal ? abortable(sent, options.signal) : sent);
    } catch (error) {
      if (options.signal?.aborted) this.tellOfAbort(request);
      throw error;
    } finally {
      this.pending.delete(request.id);
    }
  }

  protected notify(message: JSONRPCMessage): Promise<void> {
    return this.isGone ? Promise.resolve() : this.deliver(message);
  }

  /** A message has arrived. Anything that answers no pending request is dropped. */
  protected take(message: unknown, bytes: number): void {
    if (isServerMessage(message)) {
      this.hear(message);
      return;
    }
    const id = isRecord(message) ? message.id : undefined;
    const pending = typeof id === 'string' || typeof id === 'number' ? this.pending.get(id) : undefined;
    if (!pending) {
      if (typeof id === 'string' || typeof id === 'number') this.late(id);
      return;
    }
    const { budget } = pending;
    budget.used += bytes;
    try {
      if (budget.used > budget.limit) throw tooLarge(budget);
      pending.answer(answerFrom(message, id as RequestId));
    } catch (error) {
      pending.fail(error as Error);
    }
  }

  /** A message was too large to read, so it is unknown which request it answers. */
  protected takeTooLarge(): void {
    for (const { fail } of this.pending.values()) fail(tooLarge({ limit: MAX_ANSWER_BYTES }));
  }

  /** The connection has ended: pending answers will not come. `clause` follows "The server ...". */
  protected gone(clause: string, detail = ''): void {
    if (this.isGone) return;
    this.isGone = true;
    for (const { fail } of this.pending.values()) {
      fail(new ExchangeError(clause, 'unknown', 'ended', detail));
    }
    // Pending requests learn the reason first; the client only learns that the connection is closed.
    setImmediate(() => this.onclose?.());
    this.onGone?.(detail ? `${clause}: ${detail}` : clause);
  }

  private tellOfAbort(request: JSONRPCRequest): void {
    if (request.method !== 'tools/call') return;
    const params = { requestId: request.id, reason: 'The caller stopped waiting.' };
    void this.notify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }
}

/** @throws MCPClientError, which makes the client try the older handshake */
function inTime(answer: Promise<Answer>): Promise<Answer> {
  const late = new MCPClientError({ message: `no answer within ${DISCOVERY_MS / 1000} s` });
  const { promise, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(late), DISCOVERY_MS);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
