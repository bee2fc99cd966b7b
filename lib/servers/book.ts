/**
 * What the database says about each team's servers: read at every listing, and cached for use in between. Each listing
 * is compared here with what was seen before, and harmless changes are recorded without an admin.
 */
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { findServersVersion } from '@/lib/store/servers/servers';
import { loadWeights } from './load-weights';
import { isFirstLook, type Offer, offersOf, withoutOff } from './pins';
import { readTeam } from './read-team';
import type { TeamServers } from './team-servers';
import type { ListingPart } from './tool-listing';
import { type Seen, writeSeen } from './write-pins';

/** The parts as they count, and the version of the team's servers that they were compared with. */
export interface Compared {
  parts: ListingPart[];
  /** For each part, all its tools and their standing. */
  offers: Offer[][];
  version: number;
}

const MAX_TEAMS = 500;

export class ServerBook {
  private readonly teams = new Map<string, TeamServers>();

  /** @param secret with which credentials are sealed */
  constructor(
    private readonly db: () => Database | Promise<Database>,
    private readonly secret: string,
  ) {}

  /** As last read. */
  known(teamId: string): TeamServers | undefined {
    return this.teams.get(teamId);
  }

  /**
   * As it is now.
   * @param asOf the current version, if it has just been read
   * @throws if the database cannot be read
   */
  async read(teamId: string, asOf?: number): Promise<TeamServers> {
    const known = this.teams.get(teamId);
    if (known && known.version === asOf) return known;
    const db = await this.db();
    if (known?.version === (await findServersVersion(db, teamId))) return known;
    const fresh = await readTeam(db, teamId, this.secret);
    const newest = this.teams.get(teamId);
    // Two concurrent reads may have finished in another order.
    if (newest && newest.version > fresh.version) return newest;
    if (this.teams.size >= MAX_TEAMS) this.teams.clear();
    this.teams.set(teamId, fresh);
    return fresh;
  }

  /**
   * Drops tools that are off, and records what was seen. If that fails, the server's tools are missing.
   * @param team as read before the parts were listed
   * @returns nothing if the team's servers have changed meanwhile: everything has to be asked again
   */
  async compare(
    teamId: string,
    team: TeamServers,
    parts: readonly ListingPart[],
  ): Promise<Compared | undefined> {
    try {
      const db = await this.db();
      const weigh = await loadWeights(db, teamId, team, parts);
      const offers = parts.map((part) => offersOf(team, part.server, part.listing, weigh));
      const seen = parts.flatMap((part, index) => seenOf(team, part, offers[index] ?? []));
      const version = seen.length > 0 ? await writeSeen(db, teamId, team.version, seen) : team.version;
      if (version === undefined) return undefined;
      const compared = parts.map((part, index) => ({
        ...part,
        listing: withoutOff(part.listing, offers[index] ?? []),
      }));
      return { parts: compared, offers, version };
    } catch (error) {
      log('error', 'pins', describeError(error));
      return { parts: parts.map(withoutTools), offers: parts.map(() => []), version: team.version };
    }
  }
}

/** What has to be recorded about a server. */
function seenOf(team: TeamServers, { server, listing }: ListingPart, offers: Offer[]): Seen[] {
  if (listing.failed) return [];
  const isFirst = isFirstLook(team, server);
  const tools = offers.filter(({ standing, isTaken }) => isTaken || (isFirst && standing === 'on'));
  // An empty listing does not count as a first look.
  if (tools.length === 0) return [];
  return [{ server, isFirst, tools: tools.map(({ tool }) => tool) }];
}

function withoutTools(part: ListingPart): ListingPart {
  const problem = 'What its tools were before cannot be told now. They are missing.';
  return { ...part, listing: { tools: [], companions: [], problems: [problem], failed: true } };
}
