/** All servers of this process, as one caller may use them. */
import type { Preview } from '@/mcp/define-tool';
import { callTool } from './call-tool';
import { askLookup, askPreview } from './companion';
import { OWN_SERVER } from './config';
import { ConnectionError } from './connection-error';
import { idleHealth } from './health';
import type { KeptServer } from './kept-server';
import { callLimits } from './limits';
import { type ConnectOptions, isOwn, Pool } from './pool';
import type { ServerConfig } from './server-config';
import type { ServerConnection } from './server-connection';
import type { ServerListing } from './server-listing';
import { type ListingPart, toolListing } from './tool-listing';
import type {
  Caller,
  CallLimits,
  CallOutcome,
  ConnectedTool,
  Connections,
  ConnectionsHealth,
  Happened,
  ListOptions,
  Sending,
  ToolListing,
} from './types';

export interface ConnectionPool {
  connectionsFor(caller: Caller): Connections;
  /** The list of servers has changed: what is not on it any more is ended. */
  reload(): void;
  /** Ends what sessions and programs there are; resolves when the programs have gone. */
  close(): Promise<void>;
}

export function createConnections(options: ConnectOptions): ConnectionPool {
  const pool = new Pool(options);
  return {
    connectionsFor: (caller) => new CallerConnections(pool, caller),
    reload: () => pool.reload(),
    close: () => pool.close(),
  };
}

class CallerConnections implements Connections {
  constructor(
    private readonly pool: Pool,
    private readonly caller: Caller,
  ) {}

  async list(options: ListOptions = {}): Promise<ToolListing> {
    const { own } = this.pool.options;
    const { servers, problems } = this.pool.configured(this.caller);
    const parts = await Promise.all([
      this.ownPart(own.url),
      ...servers.map((one) => this.part(one, options)),
    ]);
    return toolListing(parts, problems);
  }

  async call(
    tool: ConnectedTool,
    input: unknown,
    signal: AbortSignal,
    sending?: Sending,
  ): Promise<CallOutcome> {
    const { deadlineMs } = this.limitsOf(tool);
    const send = (connection: ServerConnection) =>
      callTool(connection, { tool, input, signal, deadlineMs, sending });
    if (isOwn(this.pool, tool)) return send(this.pool.ownConnection(this.caller));
    const server = this.configOf(tool);
    if (!server)
      throw new ConnectionError(`The server "${tool.server}" is not connected any more.`, 'not-sent');
    const { connection } = this.pool.keptFor(this.caller, server);
    if (sending?.hasEntered) return send(connection);
    return this.pool.slotsOf(server).run(signal, () => send(connection));
  }

  async enter(tool: ConnectedTool, signal: AbortSignal): Promise<() => void> {
    const server = isOwn(this.pool, tool) ? undefined : this.configOf(tool);
    return server ? this.pool.slotsOf(server).enter(signal) : () => {};
  }

  limitsOf(tool: ConnectedTool): CallLimits {
    return callLimits(this.configOf(tool));
  }

  async preview(tool: ConnectedTool, input: unknown, signal: AbortSignal): Promise<Preview | null> {
    const { preview, trusted } = tool;
    if (preview === undefined || !trusted) return null;
    return askPreview({ ...tool, preview }, signal, (companion, limited) =>
      this.call(companion, input, limited),
    );
  }

  async happened(tool: ConnectedTool, callId: string, signal: AbortSignal): Promise<Happened | null> {
    const { lookup, trusted } = tool;
    if (lookup === undefined || !trusted) return null;
    return askLookup({ ...tool, lookup }, signal, (companion, limited) =>
      this.call(companion, { callId }, limited),
    );
  }

  health(): ConnectionsHealth {
    const { servers, problems } = this.pool.configured(this.caller);
    const known = servers.map(
      (config) => this.pool.peek(this.caller, config)?.health() ?? idleHealth(config),
    );
    return { servers: known, problems };
  }

  private async ownPart(url: string): Promise<ListingPart> {
    const listing = await this.pool.ownListing(this.caller).get();
    return { server: { name: OWN_SERVER, url, trusted: true, credentialHash: '' }, listing };
  }

  private async part(config: ServerConfig, options: ListOptions): Promise<ListingPart> {
    const kept = this.pool.keptFor(this.caller, config);
    const { name, url, trusted } = config;
    const server = { name, url, trusted, credentialHash: kept.credentialHash };
    return { server, listing: await this.listingOf(kept, options) };
  }

  private async listingOf({ config, connection, listing }: KeptServer, options: ListOptions) {
    if (options.fresh === config.name) {
      connection.tryNow();
      return listing.refresh();
    }
    if (options.waitFor?.includes(config.name)) return listing.get();
    return withPatience(listing.get(), this.pool.patienceMs);
  }

  private configOf({ server, serverUrl }: ConnectedTool): ServerConfig | undefined {
    const { servers } = this.pool.configured(this.caller);
    return servers.find(({ name, url }) => name === server && url === serverUrl);
  }
}

/** What is not there soon is missing for now; it goes on arriving for whoever asks next. */
function withPatience(listing: Promise<ServerListing>, patienceMs: number): Promise<ServerListing> {
  const { promise, resolve } = Promise.withResolvers<ServerListing>();
  const problems = [
    `The server has not told its tools within ${patienceMs / 1000} s. They are missing until it has.`,
  ];
  const timer = setTimeout(() => resolve({ tools: [], problems, failed: true }), patienceMs);
  return Promise.race([listing, promise]).finally(() => clearTimeout(timer));
}
