/**
 * What the database says of each team's servers: asked at every listing, and kept for whatever needs it in between. A
 * listing is compared here with what was seen before, and what may be taken by itself is written down.
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
  /** Of each part all its tools, and how they stand. */
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
   * As it stands now.
   * @param asOf the version that counts now, where it has just been read
   * @throws when the database cannot tell
   */
  async read(teamId: string, asOf?: number): Promise<TeamServers> {
    const known = this.teams.get(teamId);
    if (known && known.version === asOf) return known;
    const db = await this.db();
    if (known?.version === (await findServersVersion(db, teamId))) return known;
    const fresh = await readTeam(db, teamId, this.secret);
    const newest = this.teams.get(teamId);
    // Two reads may have run at once and ended in another order.
    if (newest && newest.version > fresh.version) return newest;
    if (this.teams.size >= MAX_TEAMS) this.teams.clear();
    this.teams.set(teamId, fresh);
    return fresh;
  }

  /**
   * Leaves out what is off, and notes what was seen. Where that cannot be done the server's tools are missing.
   * @param team as it was read before the parts were listed
   * @returns nothing when the team's servers have changed meanwhile: all of it is to be asked again
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

/** What has to be noted of a server. */
function seenOf(team: TeamServers, { server, listing }: ListingPart, offers: Offer[]): Seen[] {
  if (listing.failed) return [];
  const isFirst = isFirstLook(team, server);
  const tools = offers.filter(({ standing, isTaken }) => isTaken || (isFirst && standing === 'on'));
  // Nothing is nothing to have looked at.
  if (tools.length === 0) return [];
  return [{ server, isFirst, tools: tools.map(({ tool }) => tool) }];
}

function withoutTools(part: ListingPart): ListingPart {
  const problem = 'What its tools were before cannot be told now. They are missing.';
  return { ...part, listing: { tools: [], companions: [], problems: [problem], failed: true } };
}
