/** What this process keeps of one server for one team: its client, its listing, and the program's last words. */
import { createHmac } from 'node:crypto';
import { idleHealth } from '@/lib/servers/idle-health';
import {
  type DeclaredListing,
  declaredListing,
  type ServerListing,
  serverListing,
} from '@/lib/servers/server-listing';
import { beliefIn } from '@/lib/servers/team-servers';
import { ConnectionError, exchangeErrorOf, isForPerson } from '@/lib/tools/connection-error';
import type { ServerHealth } from '@/lib/tools/health';
import { abortable } from '@/lib/transport/abortable';
import type { EndpointAuthorization } from '@/lib/transport/authorized-fetch';
import { type Fetch, HttpTransport } from '@/lib/transport/http-transport';
import { ServerLog } from '@/lib/transport/log-lines';
import type { Child } from '@/lib/transport/programs/child';
import { LastWords } from '@/lib/transport/programs/last-words';
import type { Resident } from '@/lib/transport/programs/room';
import { StdioTransport } from '@/lib/transport/programs/stdio-transport';
import { cleaner } from '@/lib/transport/secrets';
import { credentialOf, type ServerConfig } from '@/lib/transport/server-config';
import { shownReason } from '@/lib/transport/server-reason';
import { SseTransport } from '@/lib/transport/sse-transport';
import type { Transport } from '@/lib/transport/transport';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { listingComplaint } from './call-error';
import { type CacheTimes, ListingCache } from './listing-cache';
import { type Icon, Icons, iconSource } from './media/icon';
import { ServerConnection } from './server-connection';

export interface KeepOptions {
  /** How its address is reached; programs need none. */
  fetch: Fetch;
  times: CacheTimes;
  /** How long one listing may take, in milliseconds. */
  listingMs: number;
  /** What we tell servers that we can do. */
  capabilities: Record<string, unknown>;
  /** The key for hashing credentials. */
  key: string;
  /** Told when a program has been started. */
  onStart?: () => void;
  /** The sign-in with which it is used, where there is one. */
  signIn?: UsedSignIn | undefined;
}

/** A sign-in at a server, by its id: tokens come and go. */
export interface UsedSignIn {
  id: string;
  authorization: EndpointAuthorization;
}

/** The parts of a config that decide how its tools are treated. */
export type Believed = Parameters<typeof beliefIn>[0];

/** A program may have to be fetched from a registry before it runs. */
const PROGRAM_HANDSHAKE_MS = 60_000;
/** For how long the listing of a program that was stopped to make room still counts, without starting the program for it. */
const REST_MS = 21_600_000;
/** Servers often announce a changed list several times in a row, so it is read again only after this pause. */
const RENEWAL_MS = 200;

export class KeptServer {
  readonly connection: ServerConnection;
  readonly listing: ListingCache;
  /** Covers everything that identifies the server or gives us access to it. */
  readonly fingerprint: string;
  /** Keyed SHA-256 (hex) of our credentials at the server; it is stored as part of other hashes. */
  readonly credentialHash: string;
  /** Id of the sign-in it is used with. */
  readonly signIn: string | undefined;
  private readonly words: LastWords | undefined;
  private readonly log: ServerLog;
  private readonly icons: Icons;
  private renewal: NodeJS.Timeout | undefined;
  private child: Child | undefined;
  /** What it offered when its program was stopped to make room; cleared by the next listing. */
  private restedWith: string | undefined;
  /** The last challenge in which it said what sign-in it wants. */
  challenge: string | null | undefined;

  constructor(
    /** The present config; it may change as long as the fingerprint stays the same. */
    public config: ServerConfig,
    options: KeepOptions,
  ) {
    const { signIn } = options;
    this.signIn = signIn?.id;
    this.fingerprint = fingerprintOf(config, this.signIn);
    const credential = credentialOf(config);
    this.credentialHash = createHmac('sha256', options.key)
      .update(canonicalJson(signIn ? [credential, signIn.id] : credential))
      .digest('hex');
    const clean = cleaner([...(config.secrets ?? []), ...enteredIn(config)]);
    this.log = new ServerLog(clean);
    this.icons = new Icons(options.fetch, config.program ? undefined : (config.address ?? config.url));
    this.words = config.program && new LastWords(clean);
    this.connection = new ServerConnection({
      ways: this.ways(options),
      capabilities: options.capabilities,
      clean,
      ...(config.program && { handshakeMs: PROGRAM_HANDSHAKE_MS, isOneAtATime: true }),
      onToolsChanged: () => this.renewSoon(),
      log: this.log,
      isSignedIn: signIn !== undefined,
    });
    this.listing = new ListingCache(() => this.load(options.listingMs), options.times);
  }

  /** Its latest listing, treated as this config says; nothing if it was never listed. */
  known(config: Believed): ServerListing | undefined {
    const { known } = this.listing;
    return known && serverListing(known, beliefIn(config, known.callsItself));
  }

  /** The icon of a tool, or the server's own if the tool has none. Does not connect to the server. */
  async icon(toolName?: string): Promise<Icon | undefined> {
    const tool = toolName && this.listing.known?.tools.find(({ name }) => name === toolName);
    const source = (tool && iconSource(tool.icons)) ?? iconSource(this.connection.icons);
    return source === undefined ? undefined : this.icons.get(source);
  }

  /** Its tools, without starting a program that was stopped to make room. */
  listed(): Promise<DeclaredListing> {
    const { known, ageMs } = this.listing;
    const rests = this.restedWith !== undefined && this.connection.use === undefined;
    return rests && known && ageMs < REST_MS ? Promise.resolve(known) : this.listing.get();
  }

  /**
   * Starts a stopped program before a call to it: it may have changed meanwhile.
   * @throws ConnectionError `not-sent` if it offers anything else than before it was stopped; the signal's reason
   */
  async wake(signal: AbortSignal): Promise<void> {
    const before = this.restedWith;
    if (before === undefined) return;
    // If it cannot be connected, the call itself will say so.
    await this.connection.ready(signal).catch(() => {});
    signal.throwIfAborted();
    const now = await abortable(this.listing.refresh(), signal);
    if (!now.failed && definitionsOf(now) === before) return;
    const why = now.failed
      ? now.problems.join(' ')
      : 'It was restarted and offers other tools than before; ask for them again.';
    throw new ConnectionError(`The call was not sent to "${this.config.name}". ${why}`, 'not-sent');
  }

  /** The running program, for the room that programs share. It counts as busy until it is connected. */
  resident(teamId: string): Resident | undefined {
    const { child, connection, config } = this;
    const { use } = connection;
    if (child?.pid === undefined || !config.program) return undefined;
    return {
      server: config.name,
      teamId,
      pid: child.pid,
      startedAt: use?.since ?? Date.now(),
      calledAt: use?.calledAt,
      isBusy: connection.isBusy || !use,
      isStateful: config.stateful === true,
      rest: (why, isFault) => this.rest(child, why, isFault),
    };
  }

  private rest(child: Child, why: string, isFault: boolean): void {
    const { known } = this.listing;
    if (known && !known.failed) this.restedWith ??= definitionsOf(known);
    if (!isFault) this.words?.add(`[It ${why}.]`);
    // What it still takes while it exits must not push out another program.
    this.child = undefined;
    void this.connection.close(isFault ? why : undefined);
    // Killed rather than asked to leave, since it would continue meanwhile.
    if (isFault) child.signal('SIGKILL');
  }

  health(): ServerHealth {
    const { config } = this;
    const listing = this.known(config);
    return {
      ...idleHealth(config),
      ...this.connection.status,
      tools: listing && !listing.failed ? listing.tools.length : null,
      stderr: this.words ? [...this.words.all()] : null,
      log: [...this.log.all()],
    };
  }

  private async load(withinMs: number): Promise<DeclaredListing> {
    const listing = await loadListing(this.connection, withinMs);
    if (!listing.failed) this.restedWith = undefined;
    return listing;
  }

  /** Bundles repeated announcements that its tools have changed. */
  private renewSoon(): void {
    this.renewal ??= setTimeout(() => {
      this.renewal = undefined;
      void this.listing.renew();
    }, RENEWAL_MS).unref();
  }

  private ways({ fetch, capabilities, onStart, signIn }: KeepOptions): (() => Transport)[] {
    const { config, words } = this;
    if (config.program && words) {
      const { program } = config;
      const start = (discovers: boolean) => () =>
        new StdioTransport({
          program,
          words,
          discovers,
          capabilities,
          onStart: (child) => {
            this.child = child;
            onStart?.();
          },
          onEnd: (child) => {
            if (this.child === child) this.child = undefined;
          },
        });
      return [start(true), start(false)];
    }
    if (config.program) return [];
    const endpoint = {
      url: config.address ?? config.url,
      headers: config.headers,
      fetch,
      ...(signIn && { authorization: signIn.authorization }),
      onChallenge: (challenge: string | null) => {
        this.challenge = challenge;
      },
    };
    const http = () => new HttpTransport(endpoint, capabilities);
    const sse = () => new SseTransport(endpoint, capabilities);
    if (config.type === undefined) return [http, sse];
    return config.type === 'sse' ? [sse] : [http];
  }
}

/**
 * Configs with the same fingerprint are one server: nothing that a connection notices differs. Trust, and which tools
 * are left out, are applied to its listing instead, so changing them stops no program.
 */
export function fingerprintOf(config: ServerConfig, signInId?: string): string {
  const { name, url, origin = 'file', timeoutMs = 0 } = config;
  const type = config.program ? 'program' : (config.type ?? 'any');
  const parts = [name, url, origin, timeoutMs, type, credentialOf(config), ...(signInId ? [signInId] : [])];
  return sha256Hex(canonicalJson(parts));
}

/** All that a server declared, as one text. */
function definitionsOf(listing: DeclaredListing | undefined): string {
  return canonicalJson(listing?.tools.map(({ name, definitionHash }) => [name, definitionHash]) ?? []);
}

/** Lists and cleans a server's tools. Never rejects. */
export async function loadListing(connection: ServerConnection, timeoutMs: number): Promise<DeclaredListing> {
  try {
    const raw = await connection.listTools(AbortSignal.timeout(timeoutMs));
    const listing = declaredListing(raw.tools);
    const problems = raw.problem ? [raw.problem, ...listing.problems] : listing.problems;
    const { instructions } = connection;
    const { ttlMs, callsItself } = raw;
    return {
      ...listing,
      problems,
      ...(instructions !== undefined && { instructions }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...(callsItself !== undefined && { callsItself }),
    };
  } catch (error) {
    // A server that hangs is reconnected, so that a program does not stay stuck for ever.
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate && !connection.isBusy) void connection.close();
    const why = listingComplaint(error, timeoutMs);
    const needsSignIn = isForPerson(exchangeErrorOf(error)?.code);
    const problems = [`The server ${shownReason(connection.clean(why))}. Its tools are missing.`];
    return { tools: [], problems, failed: true, ...(needsSignIn && { needsSignIn }) };
  }
}

/** Values that an admin entered in the settings are shown to nobody, in whatever text they come back. */
function enteredIn(config: ServerConfig): string[] {
  if (config.program || config.origin !== 'settings') return [];
  return Object.values(config.headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
}
