/** What this process keeps of one server for one team: its client, its listing, and the program's last words. */
import { canonicalJson, sha256Hex } from '@/lib/execution/canonical-json';
import { listingComplaint } from './call-error';
import { exchangeErrorOf } from './connection-error';
import { idleHealth, type ServerHealth } from './health';
import { type Fetch, HttpTransport } from './http-transport';
import { type CacheTimes, ListingCache } from './listing-cache';
import { LastWords } from './programs/last-words';
import { StdioTransport } from './programs/stdio-transport';
import { credentialOf, type ServerConfig } from './server-config';
import { ServerConnection } from './server-connection';
import { type DeclaredListing, declaredListing, type ServerListing, serverListing } from './server-listing';
import { SseTransport } from './sse-transport';
import type { Transport } from './transport';

export interface KeepOptions {
  /** How its address is reached; programs need none. */
  fetch: Fetch;
  times: CacheTimes;
  /** How long one listing may take, in milliseconds. */
  listingMs: number;
  /** What we tell servers that we can do. */
  capabilities: Record<string, unknown>;
}

/** What of an entry says how its tools are taken. */
export type Believed = Pick<ServerConfig, 'trusted' | 'off'>;

/** A program may have to be fetched from a registry before it runs. */
const PROGRAM_HANDSHAKE_MS = 60_000;
/** A listing that its server calls old is read again after so long: they often say it several times. */
const RENEWAL_MS = 200;

export class KeptServer {
  readonly connection: ServerConnection;
  readonly listing: ListingCache;
  /** Of everything that makes it another server, or lets us in there. */
  readonly fingerprint: string;
  /** SHA-256 (hex) of what we show the server to be let in. */
  readonly credentialHash: string;
  private readonly words: LastWords | undefined;
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    readonly config: ServerConfig,
    options: KeepOptions,
  ) {
    this.fingerprint = fingerprintOf(config);
    this.credentialHash = sha256Hex(canonicalJson(credentialOf(config)));
    this.words = config.program && new LastWords();
    this.connection = new ServerConnection({
      ways: this.ways(options),
      capabilities: options.capabilities,
      ...(config.program && { handshakeMs: PROGRAM_HANDSHAKE_MS }),
      onToolsChanged: () => this.renewSoon(),
    });
    this.listing = new ListingCache(() => loadListing(this.connection, options.listingMs), options.times);
  }

  /** What it offered when it was last asked, as this entry of it is believed; nothing where it never was. */
  known({ trusted, off }: Believed): ServerListing | undefined {
    const { known } = this.listing;
    return known && serverListing(known, trusted, off);
  }

  /** @param config as it is listed by now: whom anybody vouches for may have changed since this was made */
  health(config: ServerConfig): ServerHealth {
    const listing = this.known(config);
    return {
      ...idleHealth(config),
      ...this.connection.status,
      tools: listing && !listing.failed ? listing.tools.length : null,
      stderr: this.words ? [...this.words.all()] : null,
    };
  }

  /** However often it says that its tools are others now. */
  private renewSoon(): void {
    this.renewal ??= setTimeout(() => {
      this.renewal = undefined;
      void this.listing.renew();
    }, RENEWAL_MS).unref();
  }

  private ways({ fetch, capabilities }: KeepOptions): (() => Transport)[] {
    const { config, words } = this;
    if (config.program && words) {
      const { program } = config;
      const start = (discovers: boolean) => () =>
        new StdioTransport({ program, words, discovers, capabilities });
      return [start(true), start(false)];
    }
    if (config.program) return [];
    const endpoint = { url: config.url, headers: config.headers, fetch };
    const http = () => new HttpTransport(endpoint, capabilities);
    const sse = () => new SseTransport(endpoint, capabilities);
    if (config.type === undefined) return [http, sse];
    return config.type === 'sse' ? [sse] : [http];
  }
}

/**
 * Two entries with the same one are one server, told apart by nothing that a connection notices. Whether its annotations
 * count, and which of its tools are left out, is applied to what it lists: no program is ended for that.
 */
export function fingerprintOf(config: ServerConfig): string {
  const { name, url, origin = 'file', timeoutMs = 0 } = config;
  const type = config.program ? 'program' : (config.type ?? 'any');
  const parts = [name, url, origin, timeoutMs, type, credentialOf(config)];
  return sha256Hex(canonicalJson(parts));
}

/** Lists and cleans a server's tools. Never rejects. */
export async function loadListing(connection: ServerConnection, timeoutMs: number): Promise<DeclaredListing> {
  try {
    const raw = await connection.listTools(AbortSignal.timeout(timeoutMs));
    const listing = declaredListing(raw.tools);
    const problems = raw.problem ? [raw.problem, ...listing.problems] : listing.problems;
    return { ...listing, problems, ...(raw.ttlMs !== undefined && { ttlMs: raw.ttlMs }) };
  } catch (error) {
    // One that hangs is begun anew, so that a program that does is not left hanging for ever.
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate && !connection.isBusy) void connection.close();
    const why = listingComplaint(error, timeoutMs);
    const needsSignIn = exchangeErrorOf(error)?.code === 'needs-sign-in';
    const problems = [`The server ${why}. Its tools are missing.`];
    return { tools: [], problems, failed: true, ...(needsSignIn && { needsSignIn }) };
  }
}
