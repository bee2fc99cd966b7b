/**
 * All servers of this process: our own, in process and trusted, and those the operator listed. Every caller
 * gets a view of his own; clients and listings behind it are kept per team, so that nothing one team's client
 * holds (a session, a credential) serves another.
 */

import { canonicalJson, sha256Hex } from '@/lib/execution/canonical-json';
import type { Preview } from '@/mcp/define-tool';
import { listingComplaint } from './call-error';
import { callTool } from './call-tool';
import { askLookup, askPreview } from './companion';
import { OWN_SERVER, type ServerConfig } from './config';
import { ConnectionError } from './connection-error';
import type { Fetch } from './http-transport';
import { callLimits } from './limits';
import { CACHE_TIMES, type CacheTimes, ListingCache } from './listing-cache';
import { RecentlyUsed } from './recently-used';
import { ServerConnection } from './server-connection';
import { type ServerListing, serverListing } from './server-listing';
import { type ListedServer, type ListingPart, toolListing } from './tool-listing';
import type {
  Caller,
  CallLimits,
  CallOutcome,
  ConnectedTool,
  ConnectionProblem,
  Connections,
  Happened,
  Sending,
  ToolListing,
} from './types';

/** The server that is part of this process. */
export interface OwnServer {
  url: string;
  /** Answers MCP requests as this caller. */
  fetchFor(caller: Caller): Fetch;
  /** Callers with the same key are offered the same tools: these are listed once. */
  variantOf(caller: Caller): string;
}

export interface ConnectOptions {
  own: OwnServer;
  servers: readonly ServerConfig[];
  /** Of the operator's file; they stand in every listing. */
  problems?: readonly ConnectionProblem[];
  /** How other servers are reached. */
  fetch?: Fetch;
  times?: CacheTimes;
  /** How long one listing may take, in milliseconds. */
  listingTimeoutMs?: number;
}

export interface ConnectionPool {
  connectionsFor(caller: Caller): Connections;
  /** Ends what sessions there are. */
  close(): void;
}

const LISTING_TIMEOUT_MS = 10_000;
const MAX_KEPT = 500;
/** Our own tools change with the program only, and a failure of our own is tried again at once. */
const OWN_TIMES: CacheTimes = { freshMs: Number.POSITIVE_INFINITY, staleMs: 0, retryMs: 0, tellMs: 0 };

/** What is kept of a server for one team. */
interface Kept {
  connection: ServerConnection;
  listing: ListingCache;
}

export function createConnections(options: ConnectOptions): ConnectionPool {
  return new Pool(options);
}

class Pool implements ConnectionPool {
  private readonly outside = new RecentlyUsed<Kept>(
    MAX_KEPT,
    ({ connection }) => !connection.isBusy,
    ({ connection }) => void connection.close(),
  );
  private readonly inside = new RecentlyUsed<ServerConnection>(
    MAX_KEPT,
    (connection) => !connection.isBusy,
    (connection) => void connection.close(),
  );
  private readonly ownListings = new Map<string, ListingCache>();

  constructor(readonly options: ConnectOptions) {}

  connectionsFor(caller: Caller): Connections {
    return new CallerConnections(this, caller);
  }

  close(): void {
    this.outside.clear();
    this.inside.clear();
  }

  /** The server's client and listing for the caller's team. */
  keptFor(caller: Caller, { name, url, headers, trusted, timeoutMs }: ServerConfig): Kept {
    return this.outside.get(`${caller.teamId} ${name}`, () => {
      const fetch: Fetch = this.options.fetch ?? ((address, init) => globalThis.fetch(address, init));
      const connection = new ServerConnection({ url, headers, fetch });
      const ours = this.options.listingTimeoutMs ?? LISTING_TIMEOUT_MS;
      const limit = Math.min(ours, timeoutMs ?? ours);
      const load = () => loadListing(connection, trusted, limit);
      return { connection, listing: new ListingCache(load, this.options.times ?? CACHE_TIMES) };
    });
  }

  /** The client of our own server that acts as this caller. */
  ownConnection(caller: Caller): ServerConnection {
    const { url, fetchFor } = this.options.own;
    const key = JSON.stringify(caller);
    return this.inside.get(key, () => new ServerConnection({ url, headers: {}, fetch: fetchFor(caller) }));
  }

  ownListing(caller: Caller): ListingCache {
    const variant = this.options.own.variantOf(caller);
    const known = this.ownListings.get(variant);
    if (known) return known;
    const load = () => loadListing(this.ownConnection(caller), true, LISTING_TIMEOUT_MS);
    const listing = new ListingCache(load, OWN_TIMES);
    this.ownListings.set(variant, listing);
    return listing;
  }
}

class CallerConnections implements Connections {
  constructor(
    private readonly pool: Pool,
    private readonly caller: Caller,
  ) {}

  async list(options: { fresh?: string } = {}): Promise<ToolListing> {
    const { own, servers, problems = [] } = this.pool.options;
    const parts = await Promise.all([
      this.part(
        { name: OWN_SERVER, url: own.url, trusted: true, credentialHash: '' },
        this.pool.ownListing(this.caller),
      ),
      ...servers.map((server) => {
        const { listing } = this.pool.keptFor(this.caller, server);
        const credentialHash = sha256Hex(canonicalJson(server.headers));
        return this.part({ ...server, credentialHash }, listing, options.fresh === server.name);
      }),
    ]);
    return toolListing(parts, problems);
  }

  async call(
    tool: ConnectedTool,
    input: unknown,
    signal: AbortSignal,
    sending?: Sending,
  ): Promise<CallOutcome> {
    const { connection, deadlineMs } = this.wayTo(tool);
    return callTool(connection, { tool, input, signal, deadlineMs, sending });
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

  private async part(server: ListedServer, cache: ListingCache, isAskedNow = false): Promise<ListingPart> {
    return { server, listing: await (isAskedNow ? cache.refresh() : cache.get()) };
  }

  private wayTo(tool: ConnectedTool): { connection: ServerConnection; deadlineMs: number } {
    const { deadlineMs } = this.limitsOf(tool);
    if (this.isOwn(tool)) return { connection: this.pool.ownConnection(this.caller), deadlineMs };
    const server = this.configOf(tool);
    if (!server)
      throw new ConnectionError(`The server "${tool.server}" is not connected any more.`, 'not-sent');
    return { connection: this.pool.keptFor(this.caller, server).connection, deadlineMs };
  }

  private isOwn({ server, serverUrl }: ConnectedTool): boolean {
    return server === OWN_SERVER && serverUrl === this.pool.options.own.url;
  }

  private configOf({ server, serverUrl }: ConnectedTool): ServerConfig | undefined {
    return this.pool.options.servers.find(({ name, url }) => name === server && url === serverUrl);
  }
}

/** Lists and cleans a server's tools. Never rejects. */
async function loadListing(
  connection: ServerConnection,
  trusted: boolean,
  timeoutMs: number,
): Promise<ServerListing> {
  try {
    const raw = await connection.listTools(AbortSignal.timeout(timeoutMs));
    const listing = serverListing(raw.tools, trusted);
    return raw.problem ? { ...listing, problems: [raw.problem, ...listing.problems] } : listing;
  } catch (error) {
    const why = listingComplaint(error, timeoutMs);
    return { tools: [], problems: [`The server ${why}. Its tools are missing.`], failed: true };
  }
}
