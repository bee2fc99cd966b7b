/**
 * What this process keeps of all servers: our own, in process and trusted, and others. Clients and listings are kept
 * per team, so that nothing a team's client holds (a session, a credential, a program's memory) serves another team;
 * where somebody has signed in at a server, they are kept per sign-in.
 */

import type { Caller } from '@/lib/people/caller';
import type { ServerBook } from '@/lib/servers/book';
import type { ConfiguredServers } from '@/lib/servers/config';
import type { DeclaredListing } from '@/lib/servers/server-listing';
import { serversOfTeam, type TeamServers } from '@/lib/servers/team-servers';
import { callLimits } from '@/lib/tools/limits';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectionProblem } from '@/lib/tools/types';
import { isOpen } from '@/lib/transport/addresses';
import type { Fetch } from '@/lib/transport/http-transport';
import { HttpTransport } from '@/lib/transport/http-transport';
import { type Resident, ROOM, Room, type RoomOptions } from '@/lib/transport/programs/room';
import type { ServerConfig } from '@/lib/transport/server-config';
import { webFetch } from '@/lib/transport/web-fetch';
import { connectable } from './connectable';
import type { Keeper } from './keeper';
import { fingerprintOf, KeptServer, loadListing, type UsedSignIn } from './kept-server';
import { CACHE_TIMES, type CacheTimes, ListingCache } from './listing-cache';
import { RecentlyUsed } from './recently-used';
import { ServerConnection } from './server-connection';
import { Slots } from './slots';

/** The server that is part of this process. */
export interface OwnServer {
  url: string;
  /** Answers MCP requests as this caller. */
  fetchFor(caller: Caller): Fetch;
  /** Callers with the same key are offered the same tools, so these are listed once. */
  variantOf(caller: Caller): string;
}

/** Another server that is part of this process, for some callers. */
export interface FurtherServer extends OwnServer {
  name: string;
  /** Other names under which the model knows its tools. */
  modelNames?: ReadonlyMap<string, string>;
  isFor(caller: Caller): boolean;
  /** Keeps what its calls leave running; absent: they leave nothing. */
  keeper?: Keeper;
}

export type NamedServer = OwnServer & Pick<FurtherServer, 'name' | 'modelNames'>;

/** The servers as they are listed right now. */
export type ServerSource = (caller: Caller) => ConfiguredServers;

export interface ConnectOptions {
  own: OwnServer;
  /** As trusted as `own`; each is there only for some callers. */
  further?: readonly FurtherServer[];
  /** The other servers; a source is called at every use. */
  servers: readonly ServerConfig[] | ServerSource;
  /** What each team's admins decided about servers. Absent: nobody decides anything, and nothing is compared. */
  book?: ServerBook;
  /** Problems of the list, if it is not a source; they are part of every listing. */
  problems?: readonly ConnectionProblem[];
  /** The sign-in with which a caller uses a server; absent: nobody signs in anywhere. */
  signIns?: (caller: Caller, config: ServerConfig) => UsedSignIn | undefined;
  /** How the addresses of other servers are reached; for tests. */
  webFetch?: typeof webFetch;
  times?: CacheTimes;
  /** How long one listing may take, in milliseconds. */
  listingTimeoutMs?: number;
  /** How long a listing waits for a server that has not been listed yet, in milliseconds. */
  patienceMs?: number;
  /** The key for hashing credentials, so that nobody can guess them from what is stored: Amber's secret. */
  key?: string;
  /** How much room programs have; defaults fill in what is missing. */
  room?: Partial<RoomOptions>;
}

const LISTING_TIMEOUT_MS = 10_000;
const PATIENCE_MS = 2_000;
const MAX_KEPT = 500;
/** Other servers may ask a person something, by forms or by pages to open. */
const CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};
/** Our own tools change only with the program, and a failure of our own is retried at once. */
const OWN_TIMES: CacheTimes = { freshMs: Number.POSITIVE_INFINITY, staleMs: 0, retryMs: 0, tellMs: 0 };

interface OfTeam {
  key: string;
  caller: Caller;
  server: KeptServer;
}

export class Pool {
  private readonly addresses = kept(MAX_KEPT);
  /** `room` decides which of them run; of a stopped one only the listing is kept. */
  private readonly programs = kept(MAX_KEPT);
  private readonly room: Room;
  private readonly inside = new RecentlyUsed<ServerConnection>(
    MAX_KEPT,
    (connection) => !connection.isBusy,
    (connection) => connection.retire(),
  );
  private readonly ownListings = new Map<string, ListingCache>();
  private readonly slots = new Map<string, { slots: Slots; most: number }>();
  private readonly ofTeams = new WeakMap<
    TeamServers,
    { listed: ConfiguredServers; servers: ConfiguredServers }
  >();
  private readonly fixed: ConfiguredServers;

  constructor(readonly options: ConnectOptions) {
    const { servers, problems = [] } = options;
    this.room = new Room(() => this.running(), { ...ROOM, ...options.room });
    this.fixed = { servers: typeof servers === 'function' ? [] : [...servers], problems: [...problems] };
  }

  get patienceMs(): number {
    return this.options.patienceMs ?? PATIENCE_MS;
  }

  /** Closes all sessions and programs. Resolves when the programs have gone. */
  async close(): Promise<void> {
    const all = [...this.addresses.all(), ...this.programs.all()];
    this.addresses.clear();
    this.programs.clear();
    this.inside.clear();
    this.room.close();
    await Promise.all([
      ...all.map(({ server }) => server.connection.close()),
      ...this.keepers.map((one) => one.close()),
    ]);
  }

  /** The keepers of what calls to servers in this process have left running. */
  get keepers(): Keeper[] {
    return (this.options.further ?? []).flatMap(({ keeper }) => keeper ?? []);
  }

  /** The list has changed: closes servers that are no longer on it, or not in this form, once they are idle. */
  reload(): void {
    for (const collection of [this.addresses, this.programs]) {
      for (const { key, caller, server } of collection.all()) {
        const { servers } = this.configured(caller);
        const isListed = servers.some(
          (config) => fingerprintOf(config, this.signInOf(caller, config)?.id) === server.fingerprint,
        );
        if (!isListed) collection.remove(key);
      }
    }
  }

  /** The servers besides our own, as the caller's team has them; by default as they were last read. */
  configured(caller: Caller, team = this.options.book?.known(caller.teamId)): ConfiguredServers {
    const listed = this.listed(caller);
    const { further = [] } = this.options;
    const own = new Set([OWN_SERVER, ...further.map(({ name }) => name)]);
    if (!team) return connectable(listed, own);
    const known = this.ofTeams.get(team);
    if (known?.listed === listed) return known.servers;
    const servers = connectable(serversOfTeam(listed, team), own);
    this.ofTeams.set(team, { listed, servers });
    return servers;
  }

  /**
   * The team's present decisions; `asOf` is their version, where it is known.
   * @throws if they cannot be read
   */
  async teamOf({ teamId }: Caller, asOf?: number): Promise<TeamServers | undefined> {
    const { book } = this.options;
    const before = book?.known(teamId);
    const team = await book?.read(teamId, asOf);
    if (team !== before) this.reload();
    return team;
  }

  /** What the operator's file says. */
  listed(caller: Caller): ConfiguredServers {
    const { servers } = this.options;
    return typeof servers === 'function' ? servers(caller) : this.fixed;
  }

  /** The server's client and listing for the caller's team. */
  keptFor(caller: Caller, config: ServerConfig): KeptServer {
    const collection = config.program ? this.programs : this.addresses;
    const signIn = this.signInOf(caller, config);
    const key = keyOf(caller, config, signIn);
    const known = collection.peek(key)?.server;
    const isSame = known?.config === config || known?.fingerprint === fingerprintOf(config, signIn?.id);
    if (known && isSame) known.config = config;
    if (known && !isSame) collection.remove(key);
    const make = () => new KeptServer(config, { ...this.keepOptions(config), signIn });
    return collection.get(key, () => ({ key, caller, server: make() })).server;
  }

  /** Lists the tools of a server once, without keeping the server. */
  async listOnce(config: ServerConfig): Promise<DeclaredListing> {
    const server = new KeptServer(config, this.keepOptions(config));
    try {
      return await server.listed();
    } finally {
      await server.connection.close();
    }
  }

  /** Like `keptFor`, but makes none. */
  peek(caller: Caller, config: ServerConfig): KeptServer | undefined {
    const collection = config.program ? this.programs : this.addresses;
    return collection.peek(keyOf(caller, config, this.signInOf(caller, config)))?.server;
  }

  /** Nobody signs in at programs: they have what their config gives them. */
  private signInOf(caller: Caller, config: ServerConfig): UsedSignIn | undefined {
    return config.program ? undefined : this.options.signIns?.(caller, config);
  }

  /** Where this process's calls to the server wait for a slot. */
  slotsOf(config: ServerConfig): Slots {
    const key = `${config.name} ${config.url}`;
    const { atOnce } = callLimits(config);
    const known = this.slots.get(key);
    if (known) {
      known.most = atOnce;
      return known.slots;
    }
    const made: { most: number; slots: Slots } = { most: atOnce, slots: new Slots(() => made.most) };
    this.slots.set(key, made);
    return made.slots;
  }

  /** The servers in this process that this caller may use. */
  ownServers(caller: Caller): NamedServer[] {
    const { own, further = [] } = this.options;
    return [{ name: OWN_SERVER, ...own }, ...further.filter((one) => one.isFor(caller))];
  }

  /** The one of them that the tool belongs to, by name and address: no other server can pretend to be it. */
  ownServerOf(caller: Caller, tool: { server: string; serverUrl: string }): OwnServer | undefined {
    return this.ownServers(caller).find(({ name, url }) => name === tool.server && url === tool.serverUrl);
  }

  /** The client of a server of this process that acts as this caller. */
  ownConnection(caller: Caller, { url, fetchFor }: OwnServer): ServerConnection {
    const endpoint = { url, headers: {}, fetch: fetchFor(caller) };
    const make = () => new ServerConnection({ ways: [() => new HttpTransport(endpoint)] });
    return this.inside.get(JSON.stringify([url, caller]), make);
  }

  ownListing(caller: Caller, server: OwnServer): ListingCache {
    const variant = JSON.stringify([server.url, server.variantOf(caller)]);
    const known = this.ownListings.get(variant);
    if (known) return known;
    const load = () => loadListing(this.ownConnection(caller, server), LISTING_TIMEOUT_MS);
    const listing = new ListingCache(load, OWN_TIMES);
    this.ownListings.set(variant, listing);
    return listing;
  }

  private running(): Resident[] {
    return this.programs.all().flatMap(({ caller, server }) => server.resident(caller.teamId) ?? []);
  }

  private keepOptions({ timeoutMs, origin }: ServerConfig) {
    const { times = CACHE_TIMES, listingTimeoutMs = LISTING_TIMEOUT_MS } = this.options;
    const fetchOf = this.options.webFetch ?? webFetch;
    return {
      fetch: fetchOf(origin === 'settings' ? { allows: isOpen } : {}),
      times,
      listingMs: Math.min(listingTimeoutMs, timeoutMs ?? listingTimeoutMs),
      capabilities: CAPABILITIES,
      key: this.options.key ?? '',
      onStart: () => this.room.watch(),
    };
  }
}

function kept(limit: number): RecentlyUsed<OfTeam> {
  return new RecentlyUsed<OfTeam>(
    limit,
    ({ server }) => !server.connection.isBusy,
    ({ server }) => server.connection.retire(),
  );
}

/** A sign-in's access belongs to that sign-in alone: to the person who signed in, or to the team if it signed in as one. */
function keyOf({ teamId }: Caller, { name }: ServerConfig, signIn?: UsedSignIn): string {
  return signIn ? `${teamId} ${name} ${signIn.id}` : `${teamId} ${name}`;
}
