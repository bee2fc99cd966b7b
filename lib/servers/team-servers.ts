/** What a team's admins decided about servers, as the database says it, and the list of servers that comes of it. */

import type { ServerConfig, WebServerConfig } from '@/lib/transport/server-config';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import type { ConfiguredServers } from './config';
import type { ListedServer } from './tool-listing';

/** A tool as it was last taken. */
export interface Pin {
  /** Of its server. */
  identity: string;
  definitionHash: string;
  state: 'on' | 'off';
}

export interface TeamServers {
  /** Grows with every change of what stands here. */
  version: number;
  /** What admins have added, with what lets us in there. Nobody vouches for them here. */
  added: readonly WebServerConfig[];
  /** Names of those of which the credentials cannot be read any more. */
  unreadable: readonly string[];
  /** The identity of whom an admin vouches for, by server. */
  vouches: ReadonlyMap<string, string>;
  /** Of which trusted servers the tools were taken as they were once. */
  looked: ReadonlySet<string>;
  /** By server and tool. */
  pins: ReadonlyMap<string, ReadonlyMap<string, Pin>>;
}

/** SHA-256 (hex) of what makes it this server and no other: its name and its address or command. */
export function identityOf({ name, url }: Pick<ServerConfig, 'name' | 'url'>): string {
  return sha256Hex(canonicalJson([name, url]));
}

/**
 * The same of what was seen of its tools: with the name that it gives itself, where it gives one. A release of it does not
 * change that; another server in its place does.
 */
export function pinIdentityOf(server: Pick<ListedServer, 'name' | 'url' | 'callsItself'>): string {
  const { name, url, callsItself } = server;
  return callsItself === undefined ? identityOf(server) : sha256Hex(canonicalJson([name, url, callsItself]));
}

/**
 * The servers as this team has them: the file's first, in which a name counts also when its entry cannot be used.
 * @param listed what the operator's file says
 */
export function serversOfTeam(listed: ConfiguredServers, team: TeamServers): ConfiguredServers {
  const taken = new Set([
    ...listed.servers.map(({ name }) => name),
    ...listed.problems.map((one) => one.server),
  ]);
  const added = team.added.filter(({ name }) => !taken.has(name));
  const hidden = team.added.filter(({ name }) => taken.has(name));
  return {
    servers: [...listed.servers, ...added].map((server) => trustedBy(team, server)),
    problems: [
      ...listed.problems,
      ...team.unreadable.map((server) => ({ server, message: UNREADABLE })),
      ...hidden.map(({ name }) => ({ server: name, message: HIDDEN })),
    ],
  };
}

const UNREADABLE =
  "Its credentials cannot be read: Amber's secret has changed since it was added. Remove it and add it again.";
const HIDDEN =
  "The operator's file lists a server of this name, which counts; the one of the settings is left out.";

function trustedBy({ vouches }: TeamServers, server: ServerConfig): ServerConfig {
  const isVouchedFor = !server.trusted && vouches.get(server.name) === identityOf(server);
  return isVouchedFor ? { ...server, trusted: true } : server;
}
