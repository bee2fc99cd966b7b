/** Turns a transport into a usable client: agrees on a protocol version, or says why there is none. */
import { createMCPClient, type MCPClient, MCPClientError } from '@ai-sdk/mcp';
import { ExchangeError, exchangeErrorOf } from '@/lib/tools/connection-error';
import { storable } from '@/lib/values/text';
import { abortable } from './abortable';
import { LOG_LEVEL, type ServerLog } from './log-lines';
import { reasonOf } from './server-reason';
import { CLIENT_INFO, STATELESS_VERSION, type Transport } from './transport';

const ANSWER_BYTES = 10_000;

export interface Link {
  client: MCPClient;
  transport: Transport;
  usedAt: number;
  /** Aborted when the link is no longer used. */
  ending: AbortController;
}

/**
 * Connects a client to the transport.
 * @throws ExchangeError `not-sent`: whatever goes wrong here, no call has been sent
 */
export async function shakeHands(
  transport: Transport,
  capabilities: Record<string, unknown>,
  timeoutMs: number,
): Promise<Link> {
  try {
    const client = await createMCPClient({
      transport,
      capabilities,
      clientName: CLIENT_INFO.name,
      version: CLIENT_INFO.version,
      initializationOptions: { timeout: timeoutMs },
      maxRetries: 0,
      // These errors are thrown to the caller as well.
      onUncaughtError: () => {},
    });
    return { client, transport, usedAt: Date.now(), ending: new AbortController() };
  } catch (error) {
    throw complaint(error, timeoutMs, transport.lastWords);
  }
}

const MAX_INSTRUCTIONS = 20_000;

/** The instructions that the server gave when connecting, cut to a limit; undefined if it gave none. */
export function instructionsOf({ client }: Link): string | undefined {
  const said: unknown = client.initializeResult.instructions;
  if (typeof said !== 'string' || said.trim() === '') return undefined;
  return storable(said.slice(0, MAX_INSTRUCTIONS));
}

/** @param lastWords of its program, used if the server gives no reason */
function complaint(error: unknown, timeoutMs: number, lastWords: string | undefined): ExchangeError {
  const inner = exchangeErrorOf(error);
  if (inner) {
    const { message, code, detail, isForPage } = inner;
    return new ExchangeError(message, 'not-sent', code, detail || lastWords, isForPage);
  }
  return new ExchangeError(clause(error, timeoutMs), 'not-sent', undefined, reasonOf(error) ?? lastWords);
}

function clause(error: unknown, timeoutMs: number): string {
  if (!MCPClientError.isInstance(error)) return 'does not speak MCP as expected';
  if (error.message.includes('timed out')) {
    return `did not answer the handshake within ${timeoutMs / 1000} s`;
  }
  return error.code === undefined
    ? 'does not speak MCP as expected'
    : `refused the handshake (${error.code})`;
}

/** Keeps the server's log from now on; a server older than 2026 has to be asked once to set its level. */
export function readLog({ client, transport, ending }: Link, log: ServerLog): void {
  transport.log = log;
  const { logging } = client.initializeResult.capabilities;
  if (logging === undefined || transport.protocolVersion === STATELESS_VERSION) return;
  const asked = { budget: { limit: ANSWER_BYTES, used: 0 }, signal: ending.signal };
  // A server that does not know the method logs whatever it likes.
  void transport.request('logging/setLevel', { level: LOG_LEVEL }, asked).catch(() => {});
}

/** Whether the server may send messages of its own accord: changes of its tools and, before 2026, questions. */
export function hasNews({ client, transport }: Link, ours: Record<string, unknown>): boolean {
  const { tools } = client.initializeResult.capabilities;
  if (Object(tools).listChanged === true) return true;
  return 'elicitation' in ours && transport.protocolVersion !== STATELESS_VERSION;
}

/**
 * Whether the session still exists. A server that fails to answer for another reason counts as there: the call itself
 * will tell.
 */
export async function hasSession(transport: Transport, signal: AbortSignal): Promise<boolean> {
  const budget = { limit: ANSWER_BYTES, used: 0 };
  try {
    await abortable(transport.request('ping', {}, { budget, signal }), signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return isAnswer(error);
  }
}

/** Whether the server itself refused: then the connection is still good. */
export function isAnswer(error: unknown): boolean {
  const code = exchangeErrorOf(error)?.code;
  if (code === 'renewed' || code === 'needs-rights') return true;
  return MCPClientError.isInstance(error) && error.code !== undefined;
}
