/**
 * One client of one server for one team and credential: connected when first needed, kept, and connected anew
 * when its session is gone. A call that was sent is never sent again, whatever came back.
 */
import { type CallToolResult, createMCPClient, type MCPClient, MCPClientError } from '@ai-sdk/mcp';
import { abortable } from './abortable';
import { ExchangeError } from './connection-error';
import { CLIENT_INFO, type Endpoint, HttpTransport } from './http-transport';
import { listRawTools, type RawTools } from './list-tools';
import { type Dispatch, dispatching } from './sending';

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A session that was used so lately is taken to be there still; an older one is asked for before a call. */
const SESSION_TRUSTED_MS = 5_000;
const PING_BYTES = 10_000;

interface Link {
  client: MCPClient;
  transport: HttpTransport;
  usedAt: number;
}

export class ServerConnection {
  private link: Link | undefined;
  private handshake: Promise<Link> | undefined;
  private openCalls = 0;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly sessionTrustedMs = SESSION_TRUSTED_MS,
  ) {}

  /** Whether something is under way. */
  get isBusy(): boolean {
    return this.openCalls > 0;
  }

  /**
   * Calls a tool once.
   *
   * @throws ExchangeError, MCPClientError when the server answers with an error, or the signal's reason.
   */
  call(
    tool: { name: string; inputSchema: Record<string, unknown> },
    input: Record<string, unknown>,
    signal: AbortSignal,
    dispatch?: Dispatch,
  ): Promise<CallToolResult> {
    return this.use(signal, ({ client }) => {
      prepareHeaders(client, tool);
      const request = { name: tool.name, arguments: input, options: { signal } };
      return dispatch ? dispatching(dispatch, () => client.callTool(request)) : client.callTool(request);
    });
  }

  /** The tools as the server sends them, page by page within the limits. Errors as `call`. */
  listTools(signal: AbortSignal): Promise<RawTools> {
    return this.use(signal, ({ transport }) =>
      listRawTools((params, budget) =>
        abortable(transport.request('tools/list', params, { budget, signal }), signal),
      ),
    );
  }

  /** Ends the session, if there is one. The next use connects anew. */
  async close(): Promise<void> {
    const link = this.link;
    this.link = undefined;
    await link?.client.close().catch(() => {});
  }

  private async use<Result>(signal: AbortSignal, task: (link: Link) => Promise<Result>): Promise<Result> {
    this.openCalls += 1;
    try {
      const link = await this.liveLink(signal);
      return await task(link).catch((error: unknown) => {
        if (!signal.aborted && !isAnswer(error)) this.forget(link);
        throw error;
      });
    } finally {
      this.openCalls -= 1;
    }
  }

  private async liveLink(signal: AbortSignal): Promise<Link> {
    let link = await this.connected(signal);
    const { sessionId } = link.transport;
    if (sessionId !== undefined && Date.now() - link.usedAt > this.sessionTrustedMs) {
      const isThere = await hasSession(link.transport, signal);
      if (!isThere) {
        this.forget(link);
        link = await this.connected(signal);
      }
    }
    link.usedAt = Date.now();
    return link;
  }

  /** Everybody waits for the same handshake; who stops waiting does not end it for the others. */
  private async connected(signal: AbortSignal): Promise<Link> {
    if (this.link) return this.link;
    this.handshake ??= this.connect().finally(() => {
      this.handshake = undefined;
    });
    return abortable(this.handshake, signal);
  }

  private async connect(): Promise<Link> {
    this.link = await connect(this.endpoint);
    return this.link;
  }

  private forget(link: Link): void {
    if (this.link === link) this.link = undefined;
  }
}

/** @throws ExchangeError `not-sent`: whatever goes wrong here, no call has been sent. */
async function connect(endpoint: Endpoint): Promise<Link> {
  const transport = new HttpTransport(endpoint);
  try {
    const client = await createMCPClient({
      transport,
      clientName: CLIENT_INFO.name,
      version: CLIENT_INFO.version,
      initializationOptions: { timeout: HANDSHAKE_TIMEOUT_MS },
      maxRetries: 0,
      // What reaches this has been thrown to the caller as well.
      onUncaughtError: () => {},
    });
    return { client, transport, usedAt: Date.now() };
  } catch (error) {
    throw new ExchangeError(handshakeComplaint(error), 'not-sent');
  }
}

function handshakeComplaint(error: unknown): string {
  if (error instanceof ExchangeError) return error.message;
  if (!MCPClientError.isInstance(error)) return 'does not speak MCP as expected';
  if (error.cause instanceof ExchangeError) return error.cause.message;
  if (error.message.includes('timed out')) {
    return `did not answer the handshake within ${HANDSHAKE_TIMEOUT_MS / 1000} s`;
  }
  return error.code === undefined
    ? 'does not speak MCP as expected'
    : `refused the handshake (${error.code})`;
}

/** A server that fails to answer for another reason is taken to be there: the call itself will tell. */
async function hasSession(transport: HttpTransport, signal: AbortSignal): Promise<boolean> {
  const budget = { limit: PING_BYTES, used: 0 };
  try {
    await abortable(transport.request('ping', {}, { budget, signal }), signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return isAnswer(error);
  }
}

/** Whether the server itself refused: then the connection is as good as before. */
function isAnswer(error: unknown): boolean {
  return MCPClientError.isInstance(error) && error.code !== undefined;
}

/** Some servers want arguments repeated in headers (`x-mcp-header`); the client learns of them this way. */
function prepareHeaders(
  client: MCPClient,
  { name, inputSchema }: { name: string; inputSchema: Record<string, unknown> },
): void {
  if (!JSON.stringify(inputSchema).includes('"x-mcp-header"')) return;
  client.toolsFromDefinitions({ tools: [{ name, inputSchema }] });
}
