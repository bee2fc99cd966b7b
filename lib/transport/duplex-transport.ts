/** Transports whose answers come on another stream than requests go: programs, and the event streams of old HTTP servers. */
import { type JSONRPCMessage, type JSONRPCRequest, MCPClientError } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { isRecord } from '@/lib/values/records';
import { abortable } from './abortable';
import { type ByteBudget, tooLarge } from './bounded-body';
import { type Answer, answerFrom, isServerMessage, type RequestId } from './json-rpc';
import { type CarryOptions, MAX_ANSWER_BYTES, Transport } from './transport';

/** A server that leaves a method it does not know unanswered is taken to be older than 2026. */
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

  /** Hands a message over. Throws ExchangeError: `not-sent` when nothing of it can have left. */
  protected abstract deliver(message: JSONRPCMessage, signal?: AbortSignal): Promise<void>;

  protected async carry(request: JSONRPCRequest, options: CarryOptions): Promise<Answer> {
    if (this.isGone) throw new ExchangeError('has ended', 'not-sent', 'ended');
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    promise.catch(() => {});
    this.pending.set(request.id, { budget: options.budget, answer: resolve, fail: reject });
    try {
      options.onSend();
      const isQuestion = request.method === 'server/discover';
      // To be taken off our hands may take for ever as well.
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

  /** A message has arrived. Whatever answers nothing that is awaited is dropped. */
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

  /** A message was too large to be read: whose answer it was cannot be told. */
  protected takeTooLarge(): void {
    for (const { fail } of this.pending.values()) fail(tooLarge({ limit: MAX_ANSWER_BYTES }));
  }

  /** The connection has ended: what is awaited will not come. `clause` follows "The server ...". */
  protected gone(clause: string, detail = ''): void {
    if (this.isGone) return;
    this.isGone = true;
    for (const { fail } of this.pending.values()) {
      fail(new ExchangeError(clause, 'unknown', 'ended', detail));
    }
    // Those who wait hear why first; the client knows no more than that it is over.
    setImmediate(() => this.onclose?.());
    this.onGone?.(detail ? `${clause}: ${detail}` : clause);
  }

  private tellOfAbort(request: JSONRPCRequest): void {
    if (request.method !== 'tools/call') return;
    const params = { requestId: request.id, reason: 'The caller stopped waiting.' };
    void this.notify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }
}

/** @throws MCPClientError, which has the client try the older handshake */
function inTime(answer: Promise<Answer>): Promise<Answer> {
  const late = new MCPClientError({ message: `no answer within ${DISCOVERY_MS / 1000} s` });
  const { promise, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(late), DISCOVERY_MS);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
