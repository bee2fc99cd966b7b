/**
 * What all transports share, below the client of @ai-sdk/mcp: a request is over once its answer has been handed on,
 * everything else a server sends is handled here, and a listing can be requested unparsed.
 */
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  MCPClientError,
  type MCPTransport,
  type MCPTransportSendOptions,
} from '@ai-sdk/mcp';
import { ExchangeError, isForPerson } from '@/lib/tools/connection-error';
import { LONGEST_TOTAL_MS } from '@/lib/tools/limits';
import { progressFrom } from '@/lib/tools/progress';
import { isRecord } from '@/lib/values/records';
import type { ByteBudget } from './bounded-body';
import { sentInRounds } from './input-required';
import type { Answer, RequestId, ServerMessage } from './json-rpc';
import type { ServerLog } from './log-lines';
import { Questions } from './questions';
import { type Dispatch, dispatchOf } from './sending';

/** How we introduce ourselves to servers. */
export const CLIENT_INFO = { name: 'amber', version: '0.1.0' } as const;

export const STATELESS_VERSION = '2026-07-28';
/** Per answer: far more than a page or a model gets to see of it. */
export const MAX_ANSWER_BYTES = 5_000_000;
/** How many answers to a server's own requests may be in progress at once, including those that wait for a person. */
const MOST_ANSWERS = 50;

export interface CarryOptions {
  budget: ByteBudget;
  signal: AbortSignal | undefined;
  /** Arguments that the tool wants repeated in headers; other transports than HTTP ignore them. */
  headers: Record<string, string> | undefined;
  /** Called right before the request is sent. If it throws, nothing is sent. */
  onSend(): void;
  /** The tool call that this request makes, if any. */
  dispatch: Dispatch | undefined;
}

export abstract class Transport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery: boolean = true;
  readonly waitsForProtocolVersionDiscovery = true;
  readonly supportsMcpToolParameterHeaders: boolean = false;
  /** Set by the client once it is agreed; the newest version until then. */
  protocolVersion: string | undefined = STATELESS_VERSION;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Called when the connection has ended by itself, with the reason as far as it is known. */
  onGone?: (detail: string) => void;
  /** Keeps the server's log; absent if nobody reads it. */
  log?: ServerLog;
  /** Called when the server announces that its tools have changed. */
  onToolsChanged?: () => void;
  /** Issued by servers older than 2026 that keep a session over HTTP. */
  sessionId: string | undefined;
  private requestCount = 0;
  private answering = 0;
  /** Running calls, by their progress token. */
  private readonly calls = new Map<string, Dispatch>();
  /** Calls that were abandoned unanswered, until they are answered or must have ended. */
  private readonly leftBehind = new Map<RequestId, NodeJS.Timeout>();
  private readonly questions = new Questions();

  /** @param capabilities what we tell the server that we support */
  constructor(private readonly capabilities: Record<string, unknown> = {}) {}

  /** Whether it survives a failed exchange: a single connection does, and must not be closed because of one call. */
  get outlivesErrors(): boolean {
    return false;
  }

  /** The program's latest error output, for admins. */
  get lastWords(): string | undefined {
    return undefined;
  }

  /** Whether the other side is the same one that answered the handshake: a process, a session, an open stream. */
  get isTheSame(): boolean {
    return true;
  }

  abstract start(): Promise<void>;
  abstract close(): Promise<void>;
  /** Sends the request and returns its answer. Throws ExchangeError or the signal's reason. */
  protected abstract carry(request: JSONRPCRequest, options: CarryOptions): Promise<Answer>;
  /** Sends a message that needs no answer. */
  protected abstract notify(message: JSONRPCMessage): Promise<void>;

  /** For the client: resolves once the request's answer has been handed on. */
  async send(message: JSONRPCMessage, options: MCPTransportSendOptions = {}): Promise<void> {
    if (!('method' in message && 'id' in message)) return this.notify(message);
    const budget = { limit: MAX_ANSWER_BYTES, used: 0 };
    try {
      const answer = await this.exchange(message, budget, options);
      const isRefused = message.method === 'server/discover' && refusesVersion(answer);
      this.onmessage?.(isRefused ? await this.askedAgain(message, budget, options) : answer);
    } catch (error) {
      // The client falls back to the older handshake on errors of this class only.
      const mayBeOlder = message.method === 'server/discover' && error instanceof ExchangeError;
      if (!mayBeOlder || error.delivery === 'not-sent' || isForPerson(error.code)) throw error;
      throw new MCPClientError({ message: error.message, cause: error });
    }
  }

  /**
   * Sends a request without the client, whose result is neither checked nor changed.
   * @throws ExchangeError, MCPClientError if the server answers with an error, the signal's reason
   */
  async request(
    method: string,
    params: Record<string, unknown>,
    { budget, signal }: { budget: ByteBudget; signal: AbortSignal },
  ): Promise<Record<string, unknown>> {
    const id = this.newId();
    const request = { jsonrpc: '2.0' as const, id, method, params: { ...params, ...this.envelope() } };
    const answer = await this.exchange(request, budget, { signal });
    if ('result' in answer) return answer.result;
    const { message, code, data } = answer.error;
    throw new MCPClientError({ message, code, data });
  }

  /**
   * Listens to what the server sends of its own accord, until it or the signal ends that.
   * @returns whether listening is possible; transports that receive these messages anyway need not listen
   * @throws ExchangeError, or the signal's reason
   */
  async listen(signal: AbortSignal): Promise<boolean> {
    if (!this.isStateless) return false;
    const budget = { limit: MAX_ANSWER_BYTES, used: 0 };
    const params = { notifications: { toolsListChanged: true } };
    try {
      await this.request('subscriptions/listen', params, { budget, signal });
      return true;
    } catch (error) {
      if (MCPClientError.isInstance(error)) return false;
      throw error;
    }
  }

  protected get isStateless(): boolean {
    return this.protocolVersion === STATELESS_VERSION;
  }

  /**
   * Handles a message that the server sent of its own accord; `call` is the call in whose answer it arrived, if that is
   * known.
   */
  protected hear({ method, id, params }: ServerMessage, call?: Dispatch): void {
    if (method === 'notifications/progress') this.hearProgress(params);
    // Neither a ping nor any other notification counts as a sign of life of a call.
    if (method === 'notifications/message') this.hearLog(params, call ?? this.onlyCall());
    if (method === 'notifications/tools/list_changed') this.onToolsChanged?.();
    if (method === 'notifications/cancelled') this.questions.withdraw(params);
    // Each answer is a request, or a line waiting to be read: a flood of questions would take up every socket.
    if (id === undefined || this.answering >= MOST_ANSWERS) return;
    this.answering += 1;
    void this.answerServer({ method, id, params }, call)
      .then((answer) => this.notify({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage))
      .catch(() => {})
      .finally(() => {
        this.answering -= 1;
      });
  }

  private hearProgress(params: unknown): void {
    const progress = progressFrom(params);
    const call = progress && this.calls.get(progress.token);
    call?.onHeard?.();
    if (progress?.told) call?.onProgress?.(progress.told);
  }

  private hearLog(params: unknown, call: Dispatch | undefined): void {
    call?.onHeard?.();
    const line = this.log?.add(params);
    if (line) call?.onLog?.(line);
  }

  /**
   * The call that a message without a reference belongs to: the only running one, if there is just one. An abandoned
   * call counts as long as its server may still be working on it.
   */
  private onlyCall(): Dispatch | undefined {
    const [call, other] = this.calls.values();
    return other || this.leftBehind.size > 0 ? undefined : call;
  }

  /** Nobody waits for the call any more, but its server may continue with it. */
  private leaveBehind(id: RequestId): void {
    const timer = setTimeout(() => this.leftBehind.delete(id), LONGEST_TOTAL_MS);
    this.leftBehind.set(id, timer.unref());
  }

  /** An abandoned call has been answered. */
  protected late(id: RequestId): void {
    clearTimeout(this.leftBehind.get(id));
    this.leftBehind.delete(id);
  }

  /**
   * Of the requests that a server may send during a call we support `ping`, and questions to a person if the call
   * accepts them.
   */
  private async answerServer(
    { method, id, params }: ServerMessage & { id: RequestId },
    call: Dispatch | undefined,
  ): Promise<object> {
    if (method === 'ping') return { result: {} };
    if (method !== 'elicitation/create' || !isRecord(params) || !('elicitation' in this.capabilities)) {
      return { error: { code: -32601, message: 'This client does not know that method.' } };
    }
    const calls = call ? [call] : [...this.calls.values()];
    if (calls.length === 1) calls[0]?.onHeard?.();
    return { result: await this.questions.put(id, params, calls) };
  }

  /**
   * A server that rejects the protocol version of the question although it names that very one is asked again; for one
   * that names other versions, only the older handshake is tried, which the client does not do by itself.
   */
  private async askedAgain(
    message: JSONRPCRequest,
    budget: ByteBudget,
    options: MCPTransportSendOptions,
  ): Promise<Answer> {
    const answer = await this.exchange({ ...message, id: this.newId() }, budget, options);
    if (refusesVersion(answer)) throw new ExchangeError('speaks none of our versions', 'answered');
    return { ...answer, id: message.id };
  }

  /** Strings, since the client's own ids are numbers. */
  private newId(): string {
    this.requestCount += 1;
    return `amber-${this.requestCount}`;
  }

  private envelope(): Record<string, unknown> {
    if (!this.isStateless) return {};
    return {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
        'io.modelcontextprotocol/clientCapabilities': this.capabilities,
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
    const { request, token, dispatch } = dispatchOf(asked);
    if (dispatch && token) this.calls.set(token, dispatch);
    try {
      const onSend = () => dispatch?.onSend();
      const answer = await sentInRounds(request, {
        onElicit: dispatch?.onElicit,
        goOn: dispatch?.goOn,
        signal,
        send: (one) =>
          this.carry(one, { budget, signal, headers, onSend, dispatch }).catch((error: unknown) => {
            if (dispatch && signal?.aborted) this.leaveBehind(one.id);
            throw error;
          }),
        newId: () => this.newId(),
      });
      return withResultType(answer, this.isStateless);
    } finally {
      if (token) this.calls.delete(token);
      if (dispatch) this.questions.end(dispatch);
    }
  }
}

const UNSUPPORTED_VERSION = -32022;

function refusesVersion(answer: Answer): boolean {
  return 'error' in answer && answer.error.code === UNSUPPORTED_VERSION;
}

/**
 * Without a type, an answer is complete (MCP 2026-07-28); the client accepts only answers that say so.
 * @throws ExchangeError for an undefined type of answer, which must not pass for a result (same revision)
 */
function withResultType(answer: Answer, isStateless: boolean): Answer {
  if (!('result' in answer)) return answer;
  const { resultType } = answer.result;
  if (resultType !== undefined && resultType !== 'complete') {
    throw new ExchangeError('answered with a kind of result that is not known here', 'unknown');
  }
  return isStateless ? { ...answer, result: { ...answer.result, resultType: 'complete' } } : answer;
}
