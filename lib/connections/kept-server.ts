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
  /** With which credentials are hashed. */
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

/** What of an entry says how its tools are taken. */
export type Believed = Parameters<typeof beliefIn>[0];

/** A program may have to be fetched from a registry before it runs. */
const PROGRAM_HANDSHAKE_MS = 60_000;
/** What a program listed before it was ended to make room counts for so long, without starting it for that. */
const REST_MS = 21_600_000;
/** A listing that its server calls old is read again after this long: they often say it several times. */
const RENEWAL_MS = 200;

export class KeptServer {
  readonly connection: ServerConnection;
  readonly listing: ListingCache;
  /** Of everything that makes it another server, or lets us in there. */
  readonly fingerprint: string;
  /** Keyed SHA-256 (hex) of our credentials at the server: it is stored within others. */
  readonly credentialHash: string;
  /** Id of the sign-in with which it is asked. */
  readonly signIn: string | undefined;
  private readonly words: LastWords | undefined;
  private readonly log: ServerLog;
  private readonly icons: Icons;
  private renewal: NodeJS.Timeout | undefined;
  private child: Child | undefined;
  /** What it offered when its program was ended to make room, until it has been asked again. */
  private restedWith: string | undefined;
  /** What it said last of the sign-in that it wants. */
  challenge: string | null | undefined;

  constructor(
    /** As it is listed by now, as far as that does not make it another one. */
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

  /** What it offered when it was last asked, as this entry of it is believed; nothing where it never was. */
  known(config: Believed): ServerListing | undefined {
    const { known } = this.listing;
    return known && serverListing(known, beliefIn(config, known.callsItself));
  }

  /** The picture that it names for a tool, or for itself where that names none. A server that is not connected is not connected for that. */
  async icon(toolName?: string): Promise<Icon | undefined> {
    const tool = toolName && this.listing.known?.tools.find(({ name }) => name === toolName);
    const source = (tool && iconSource(tool.icons)) ?? iconSource(this.connection.icons);
    return source === undefined ? undefined : this.icons.get(source);
  }

  /** Its tools; a program that rests is not started for that. */
  listed(): Promise<DeclaredListing> {
    const { known, ageMs } = this.listing;
    const rests = this.restedWith !== undefined && this.connection.use === undefined;
    return rests && known && ageMs < REST_MS ? Promise.resolve(known) : this.listing.get();
  }

  /**
   * Starts a program that rests, before a call of it: it may have become another one meanwhile.
   *
   * @throws ConnectionError `not-sent` when it offers anything else than before it rested; the signal's reason
   */
  async wake(signal: AbortSignal): Promise<void> {
    const before = this.restedWith;
    if (before === undefined) return;
    // What cannot be connected says so when it is called.
    await this.connection.ready(signal).catch(() => {});
    signal.throwIfAborted();
    const now = await abortable(this.listing.refresh(), signal);
    if (!now.failed && definitionsOf(now) === before) return;
    const why = now.failed
      ? now.problems.join(' ')
      : 'It was restarted and offers other tools than before; ask for them again.';
    throw new ConnectionError(`The call was not sent to "${this.config.name}". ${why}`, 'not-sent');
  }

  /** The program, while it runs. One that has not said yet what it is counts as busy. */
  resident(teamId: string): Resident | undefined {
    const { child, connection, config } = this;
    const { use } = connection;
    if (child?.pid === undefined || !config.program) return undefined;
    return {
      ...{ server: config.name, teamId, pid: child.pid },
      ...{ startedAt: use?.since ?? Date.now(), calledAt: use?.calledAt },
      ...{ isBusy: connection.isBusy || !use, isStateful: config.stateful === true },
      rest: (why, isFault) => this.rest(child, why, isFault),
    };
  }

  private rest(child: Child, why: string, isFault: boolean): void {
    const { known } = this.listing;
    if (known && !known.failed) this.restedWith ??= definitionsOf(known);
    if (!isFault) this.words?.add(`[It ${why}.]`);
    // What it takes until it has gone is no reason for another one to go.
    this.child = undefined;
    void this.connection.close(isFault ? why : undefined);
    // It is not asked to leave: it would go on meanwhile.
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

  /** However often it says that its tools are others now. */
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
          ...{ program, words, discovers, capabilities },
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
      ...{ url: config.address ?? config.url, headers: config.headers, fetch },
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
 * Two entries with the same one are one server, told apart by nothing that a connection notices. Whether its annotations
 * count, and which of its tools are left out, is applied to what it lists: no program is ended for that.
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
      ...{ ...listing, problems },
      ...(instructions !== undefined && { instructions }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...(callsItself !== undefined && { callsItself }),
    };
  } catch (error) {
    // One that hangs is begun again, so that a program that does is not left hanging for ever.
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate && !connection.isBusy) void connection.close();
    const why = listingComplaint(error, timeoutMs);
    const needsSignIn = isForPerson(exchangeErrorOf(error)?.code);
    const problems = [`The server ${shownReason(connection.clean(why))}. Its tools are missing.`];
    return { tools: [], problems, failed: true, ...(needsSignIn && { needsSignIn }) };
  }
}

/** What an admin has entered in the settings is shown to nobody, in whatever words it comes back. */
function enteredIn(config: ServerConfig): string[] {
  if (config.program || config.origin !== 'settings') return [];
  return Object.values(config.headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
}
