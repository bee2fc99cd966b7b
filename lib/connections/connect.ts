/** All servers of this process, as one caller may use them. */

import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import type { AskableServer } from '@/lib/servers/askable-server';
import { idleHealth } from '@/lib/servers/idle-health';
import type { Offer } from '@/lib/servers/pins';
import type { Review, Reviewed } from '@/lib/servers/review';
import type { ProbeProblem, ServedConnections } from '@/lib/servers/served-connections';
import { serverListing } from '@/lib/servers/server-listing';
import { beliefIn, type SignInWay, signInWay, type TeamServers } from '@/lib/servers/team-servers';
import { isStill, type ListingPart, toolListing } from '@/lib/servers/tool-listing';
import { ConnectionError } from '@/lib/tools/connection-error';
import { type CallLimits, callLimits } from '@/lib/tools/limits';
import type {
  AtWork,
  CallOutcome,
  ConnectedTool,
  ConnectionProblem,
  ConnectionsHealth,
  ListOptions,
  Sending,
  ToolListing,
} from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';
import { askableServers } from './askable';
import { callTool } from './call-tool';
import { type Ask, askLookup, askRisk, askShown } from './companions/companion';
import type { KeptServer } from './kept-server';
import type { Icon } from './media/icon';
import { personOf, withPatience } from './patience';
import { type ConnectOptions, type NamedServer, Pool } from './pool';
import type { ServerConnection } from './server-connection';

export interface ConnectionPool {
  connectionsFor(caller: Caller): ServedConnections;
  /** The list of servers has changed: closes those that are no longer on it. */
  reload(): void;
  /** Closes all sessions and programs; resolves when the programs have gone. */
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

/** The ending of the message for a server that cannot be listed; it makes no sense for a server that is not connected yet. */
const TOOLS_MISSING = ' Its tools are missing.';

/** How often a listing is repeated because the team's servers changed meanwhile. */
const MAX_ROUNDS = 4;

/** All servers but our own, under the admins' decisions that were in force when the servers had answered. */
interface Others {
  /** Those that are switched on. */
  parts: ListingPart[];
  problems: ConnectionProblem[];
  version?: number;
  /** For each part all its tools; absent if nobody decides about tools. */
  offers?: Offer[][];
}

class CallerConnections implements ServedConnections {
  constructor(
    private readonly pool: Pool,
    private readonly caller: Caller,
  ) {}

  async list(options: ListOptions = {}): Promise<ToolListing> {
    const own = Promise.all(this.pool.ownServers(this.caller).map((server) => this.ownPart(server)));
    const [ownParts, others] = await Promise.all([own, this.others(options)]);
    const { version: serversVersion } = others;
    return {
      ...toolListing([...ownParts, ...others.parts], others.problems, options),
      ...(serversVersion !== undefined && { serversVersion }),
    };
  }

  async review(options: ListOptions = {}): Promise<Review> {
    const { parts, problems, version = 0, offers = [] } = await this.others(options);
    const configs = new Map(this.pool.configured(this.caller).servers.map((config) => [config.name, config]));
    const trusted = this.pool.listed(this.caller).servers.filter((config) => config.trusted);
    const servers = parts.flatMap(({ server, listing }, index): Reviewed[] => {
      const config = configs.get(server.name);
      if (!config) return [];
      const isTrustedByFile = trusted.some(({ name }) => name === config.name);
      const health = this.pool.peek(this.caller, config)?.health() ?? idleHealth(config);
      const { failed, instructions = null } = listing;
      return [{ config, server, isTrustedByFile, health, failed, instructions, offers: offers[index] ?? [] }];
    });
    const reported = parts.flatMap(({ server, listing }) =>
      listing.problems.map((message) => ({ server: server.name, message })),
    );
    return { version, servers, problems: [...problems, ...reported] };
  }

  async configNamed(name: string): Promise<ServerConfig | undefined> {
    const team = await this.pool.teamOf(this.caller);
    return this.pool.configured(this.caller, team).servers.find((one) => one.name === name);
  }

  signInWayOf(config: ServerConfig): SignInWay {
    const team = this.pool.options.book?.known(this.caller.teamId);
    return signInWay(team, config);
  }

  challengeOf(name: string): string | null | undefined {
    const config = this.pool.configured(this.caller).servers.find((one) => one.name === name);
    return config && this.pool.peek(this.caller, config)?.challenge;
  }

  async iconOf(server: string, tool?: string): Promise<Icon | undefined> {
    const config = this.pool.configured(this.caller).servers.find(({ name }) => name === server);
    return config && this.pool.peek(this.caller, config)?.icon(tool);
  }

  askable(): Promise<AskableServer[]> {
    return askableServers(this.pool, this.caller);
  }

  async probe(config: ServerConfig): Promise<ProbeProblem | null> {
    const { failed, problems, needsSignIn = false } = await this.pool.listOnce(config);
    return failed ? { message: problems.join(' ').replaceAll(TOOLS_MISSING, ''), needsSignIn } : null;
  }

  private async others(options: ListOptions): Promise<Others> {
    const { book } = this.pool.options;
    let asked = options;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      let team: TeamServers | undefined;
      try {
        team = await this.pool.teamOf(this.caller, asked.asOf);
      } catch (error) {
        log('error', 'servers_of_team', describeError(error));
        return this.allMissing('Whether it may be used cannot be told now. Its tools are missing.');
      }
      const { servers, problems } = this.pool.configured(this.caller, team);
      const parts = await Promise.all(servers.map((one) => this.part(one, asked)));
      if (!book || !team) return { parts, problems };
      const compared = await book.compare(this.caller.teamId, team, parts);
      if (compared) return { ...compared, problems };
      // What had to be fetched again is fresh now.
      asked = {};
    }
    return this.allMissing('What admins decide about it changes all the time. Its tools are missing.');
  }

  private allMissing(message: string): Others {
    const { servers, problems } = this.pool.configured(this.caller);
    return { parts: [], problems: [...problems, ...servers.map(({ name }) => ({ server: name, message }))] };
  }

  async call(
    tool: ConnectedTool,
    input: unknown,
    signal: AbortSignal,
    sending?: Sending,
    assertMay?: () => Promise<void>,
  ): Promise<CallOutcome> {
    const send = (connection: ServerConnection) => {
      return callTool(connection, { tool, input, signal, times: this.limitsOf(tool), sending });
    };
    const own = this.pool.ownServerOf(this.caller, tool);
    if (own) return send(this.pool.ownConnection(this.caller, own));
    await this.teamKnown();
    const server = this.configOf(tool);
    if (!server)
      throw new ConnectionError(`The server "${tool.server}" is not connected any more.`, 'not-sent');
    const kept = this.pool.keptFor(this.caller, server);
    const wakeAndSend = async () => {
      await kept.wake(signal);
      await assertMay?.();
      return send(kept.connection);
    };
    if (sending?.hasEntered) return wakeAndSend();
    return this.pool.slotsOf(server).run(personOf(this.caller), signal, wakeAndSend);
  }

  async enter(tool: ConnectedTool, signal: AbortSignal): Promise<() => void> {
    const server = this.configOf(tool);
    return server ? this.pool.slotsOf(server).enter(personOf(this.caller), signal) : () => {};
  }

  isCurrent(tool: ConnectedTool): boolean {
    if (this.pool.ownServerOf(this.caller, tool)) return true;
    const server = this.configOf(tool);
    if (!server || server.trusted !== tool.trusted) return false;
    const kept = this.pool.peek(this.caller, server);
    const newest = kept?.known(server);
    return !newest || newest.failed || isStill(tool, newest, kept?.signIn);
  }

  limitsOf(tool: ConnectedTool): CallLimits {
    return callLimits(this.configOf(tool));
  }

  async preview(...[tool, input, signal, may]: Parameters<ServedConnections['preview']>) {
    if (!tool.trusted) return null;
    return askShown(tool, input, signal, (given) => this.asking(tool, given, may));
  }

  async riskOf(...[tool, input, signal, may]: Parameters<ServedConnections['riskOf']>) {
    const { perCall, trusted } = tool;
    if (perCall === undefined || !trusted) return null;
    return askRisk({ ...tool, perCall }, signal, this.asking(tool, input, may));
  }

  async happened(...[tool, callId, signal, may]: Parameters<ServedConnections['happened']>) {
    const { lookup, trusted } = tool;
    if (lookup === undefined || !trusted) return null;
    return askLookup({ ...tool, lookup }, signal, this.asking(tool, { callId }, may));
  }

  private asking(tool: ConnectedTool, input: unknown, may?: () => Promise<void>): Ask {
    const ask = (companion: ConnectedTool, signal: AbortSignal) =>
      this.call(companion, input, signal, undefined, may);
    return Object.assign(ask, { isOurs: this.pool.ownServerOf(this.caller, tool) !== undefined });
  }

  async atWork(runId: string): Promise<AtWork | undefined> {
    const all = await Promise.all(this.pool.keepers.map((one) => one.atWork(runId)));
    const there = all.filter((one) => one !== undefined);
    if (there.length === 0) return undefined;
    return { end: async (signal) => (await Promise.all(there.map((one) => one.end(signal)))).flat() };
  }

  async forget(runId: string): Promise<void> {
    await Promise.all(this.pool.keepers.map((one) => one.forget(runId)));
  }

  health(): ConnectionsHealth {
    const { servers, problems } = this.pool.configured(this.caller);
    const known = servers.map(
      (config) => this.pool.peek(this.caller, config)?.health() ?? idleHealth(config),
    );
    return { servers: known, problems };
  }

  private async ownPart(own: NamedServer): Promise<ListingPart> {
    const listing = await this.pool.ownListing(this.caller, own).get();
    const { name, url, modelNames } = own;
    const server = { name, url, modelNames, trusted: true, isOurs: true, credentialHash: '' };
    return { server, listing: serverListing(listing, { trusted: true, believed: 'all' }) };
  }

  private async part(config: ServerConfig, options: ListOptions): Promise<ListingPart> {
    const kept = this.pool.keptFor(this.caller, config);
    const { name, url, trusted } = config;
    const declared = await this.declaredBy(kept, options);
    const { callsItself } = declared;
    const server = {
      ...{ name, url, trusted, credentialHash: kept.credentialHash, signIn: kept.signIn },
      hasPages: config.pages ?? trusted,
      ...(callsItself !== undefined && { callsItself }),
    };
    // Judged by this very config: the kept server may have been listed when its trust was different.
    return { server, listing: serverListing(declared, beliefIn(config, callsItself)) };
  }

  private async declaredBy(kept: KeptServer, { fresh, asKnown, waitFor }: ListOptions) {
    const { name } = kept.config;
    if (fresh === name) {
      kept.connection.tryNow();
      return kept.listing.refresh();
    }
    const { lately } = kept.listing;
    if (lately && (asKnown || fresh !== undefined)) return lately;
    if (waitFor?.includes(name)) return kept.listed();
    return withPatience(kept.listed(), this.pool.patienceMs);
  }

  /** A process that has not listed anything yet does not know the team's servers from the settings. */
  private async teamKnown(): Promise<void> {
    const { book } = this.pool.options;
    if (!book || book.known(this.caller.teamId)) return;
    try {
      await this.pool.teamOf(this.caller);
    } catch (error) {
      log('error', 'servers_of_team', describeError(error));
      throw new ConnectionError(
        'Whether the server may be used cannot be told now. Nothing ran.',
        'not-sent',
      );
    }
  }

  private configOf({ server, serverUrl }: ConnectedTool): ServerConfig | undefined {
    const { servers } = this.pool.configured(this.caller);
    return servers.find(({ name, url }) => name === server && url === serverUrl);
  }
}
