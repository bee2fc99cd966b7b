/** From a transport to a client that may be used: agrees on a version, or says why there is none. */
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
  /** Aborted when the link is not used any more. */
  ending: AbortController;
}

/**
 * Connects a client to the transport.
 *
 * @throws ExchangeError `not-sent`: whatever goes wrong here, no call has been sent.
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
      // What reaches this has been thrown to the caller as well.
      onUncaughtError: () => {},
    });
    return { client, transport, usedAt: Date.now(), ending: new AbortController() };
  } catch (error) {
    throw complaint(error, timeoutMs, transport.lastWords);
  }
}

const MAX_INSTRUCTIONS = 20_000;

/** What the server said of all its tools together when it was connected, capped; undefined: nothing. */
export function instructionsOf({ client }: Link): string | undefined {
  const said: unknown = client.initializeResult.instructions;
  if (typeof said !== 'string' || said.trim() === '') return undefined;
  return storable(said.slice(0, MAX_INSTRUCTIONS));
}

/** @param lastWords of its program, which stand in for a reason where the server gives none */
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

/** From now on its log is kept; before 2026 a server is asked once for what it writes at all. */
export function readLog({ client, transport, ending }: Link, log: ServerLog): void {
  transport.log = log;
  const { logging } = client.initializeResult.capabilities;
  if (logging === undefined || transport.protocolVersion === STATELESS_VERSION) return;
  const asked = { budget: { limit: ANSWER_BYTES, used: 0 }, signal: ending.signal };
  // One that does not know it writes what it likes.
  void transport.request('logging/setLevel', { level: LOG_LEVEL }, asked).catch(() => {});
}

/** Whether the server may say something of its own accord: news of its tools, and in older versions questions. */
export function hasNews({ client, transport }: Link, ours: Record<string, unknown>): boolean {
  const { tools } = client.initializeResult.capabilities;
  if (Object(tools).listChanged === true) return true;
  return 'elicitation' in ours && transport.protocolVersion !== STATELESS_VERSION;
}

/** A server that fails to answer for another reason is taken to be there: the call itself will tell. */
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

/** Whether the server itself refused: then the connection is as good as before. */
export function isAnswer(error: unknown): boolean {
  const code = exchangeErrorOf(error)?.code;
  if (code === 'renewed' || code === 'needs-rights') return true;
  return MCPClientError.isInstance(error) && error.code !== undefined;
}
