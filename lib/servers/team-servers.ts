/**
 * What a team's admins decided about servers, as stored in the database, and the list of servers that results from it.
 */

import type { PinnedRehearsal } from '@/lib/tools/rehearsal';
import type { ServerConfig, WebServerConfig } from '@/lib/transport/server-config';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import type { ConfiguredServers } from './config';
import type { ShownRecord } from './records/shown-record';
import type { Belief } from './server-listing';
import type { ListedServer } from './tool-listing';

/** A tool as it was last accepted. */
export interface Pin {
  /** The identity of its server. */
  identity: string;
  definitionHash: string;
  state: 'on' | 'off';
  /** Doubted hints that an admin says are true of it. */
  believed: readonly string[];
  /** The tool that, by an admin's choice, shows the record its calls are about. */
  record: ShownRecord | null;
  /** What, by an admin's decision, makes a call of it a rehearsal, and how that went. */
  rehearsal: PinnedRehearsal | null;
}

export interface TeamServers {
  /** Grows with every change to any of this. */
  version: number;
  /** Servers that admins have added, with our credentials. They are untrusted here. */
  added: readonly WebServerConfig[];
  /** Names of those whose credentials cannot be decrypted any more. */
  unreadable: readonly string[];
  /** By server, the identity for which an admin vouches. */
  vouches: ReadonlyMap<string, string>;
  /** Trusted servers whose tools were once accepted as they were. */
  looked: ReadonlySet<string>;
  /** By server and tool. */
  pins: ReadonlyMap<string, ReadonlyMap<string, Pin>>;
  /** By server, whether its pages are shown; absent: they are shown if it is trusted. */
  pages: ReadonlyMap<string, { identity: string; shown: boolean }>;
  /** Sign-ins that count, and by server how people sign in there. */
  signIns: readonly SignInRef[];
  ways: ReadonlyMap<string, SignInWay>;
}

export interface SignInRef {
  id: string;
  server: string;
  identity: string;
  /** Whose it is; null: the team's. */
  person: string | null;
}

export interface SignInWay {
  identity: string;
  /** The whole team shares one sign-in. */
  forTeam: boolean;
  /** Its authorization server is told which server a token is for. */
  namesResource: boolean;
  /** An admin has decided it. */
  isSaid?: true;
}

/** How people sign in at this very server; by default, each person for themselves. */
export function signInWay(
  team: TeamServers | undefined,
  server: Pick<ServerConfig, 'name' | 'url'>,
): SignInWay {
  const identity = identityOf(server);
  const way = team?.ways.get(server.name);
  return way?.identity === identity
    ? { ...way, isSaid: true }
    : { identity, forTeam: false, namesResource: true };
}

/** The sign-in that a person uses at this very server: never another person's. */
export function signInFor(
  team: TeamServers,
  userId: string,
  server: Pick<ServerConfig, 'name' | 'url'>,
): SignInRef | undefined {
  const ofServer = team.signIns.filter((one) => one.server === server.name);
  // A shortcut: most servers have none, and this is asked at every use.
  if (ofServer.length === 0) return undefined;
  const { identity, forTeam } = signInWay(team, server);
  const person = forTeam ? null : userId;
  return ofServer.find((one) => one.identity === identity && one.person === person);
}

/** SHA-256 (hex) of what makes it this server and no other: its name and its address or command. */
export function identityOf({ name, url }: Pick<ServerConfig, 'name' | 'url'>): string {
  return sha256Hex(canonicalJson([name, url]));
}

/**
 * The identity under which its tools are pinned: it includes the name that the server gives itself, if any. A new
 * release does not change it; another server in its place does.
 */
export function pinIdentityOf(server: Pick<ListedServer, 'name' | 'url' | 'callsItself'>): string {
  const { name, url, callsItself } = server;
  return callsItself === undefined ? identityOf(server) : sha256Hex(canonicalJson([name, url, callsItself]));
}

/**
 * The servers of this team: the file's first, whose names are taken even if an entry cannot be used.
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

/**
 * How far this config is trusted, given the name that its server gives itself: what was decided about another server
 * does not count.
 */
export function beliefIn(
  {
    name,
    url,
    trusted,
    off,
    believed = [],
  }: Pick<ServerConfig, 'name' | 'url' | 'trusted' | 'off' | 'believed'>,
  callsItself: string | undefined,
): Belief {
  const belief = { trusted, ...(off && { off }) };
  if (believed.length === 0) return belief;
  const identity = pinIdentityOf({ name, url, ...(callsItself !== undefined && { callsItself }) });
  const ofIt = believed.filter((pin) => pin.identity === identity);
  return {
    ...belief,
    believed: new Map(ofIt.map(({ definitionHash, hints }) => [definitionHash, hints])),
    records: new Map(
      ofIt.flatMap(({ definitionHash, record }) => (record ? [[definitionHash, record]] : [])),
    ),
    rehearsals: new Map(
      ofIt.flatMap(({ definitionHash, rehearsal }) => (rehearsal ? [[definitionHash, rehearsal]] : [])),
    ),
  };
}

function trustedBy({ vouches, pages, pins }: TeamServers, server: ServerConfig): ServerConfig {
  const identity = identityOf(server);
  const isVouchedFor = !server.trusted && vouches.get(server.name) === identity;
  const word = pages.get(server.name);
  const believed = [...(pins.get(server.name)?.values() ?? [])].flatMap((pin) =>
    (pin.believed.length > 0 || pin.record || pin.rehearsal) && pin.state === 'on'
      ? [
          {
            ...pin,
            hints: pin.believed,
            record: pin.record ?? undefined,
            rehearsal: pin.rehearsal ?? undefined,
          },
        ]
      : [],
  );
  if (!isVouchedFor && word?.identity !== identity && believed.length === 0) return server;
  return {
    ...server,
    ...(isVouchedFor && { trusted: true }),
    ...(believed.length > 0 && { believed }),
    ...(word?.identity === identity && { pages: word.shown }),
  };
}
