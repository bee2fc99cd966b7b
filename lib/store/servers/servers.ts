/** The servers that admins have added to a team, and the version of everything that a team decided about servers. */
import { and, eq, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const {
  serverLooks,
  serverPages,
  serverSignIns,
  serverSignInWays,
  serverVouches,
  teamServers,
  teams,
  toolPins,
  users,
} = schema;

/** What a team decided about servers, as one snapshot. */
export interface TeamServersRow {
  version: number;
  servers: {
    name: string;
    url: string;
    type: 'http' | 'sse' | null;
    sealed: string;
    timeoutMs: number | null;
    totalTimeoutMs: number | null;
  }[];
  vouches: { server: string; identity: string }[];
  looked: string[];
  pins: {
    server: string;
    tool: string;
    identity: string;
    definitionHash: string;
    state: 'on' | 'off';
    believed: string[];
    record: { tool: string; arguments: { [name: string]: string } } | null;
    rehearsal: (typeof toolPins.$inferSelect)['rehearsal'];
  }[];
  /** Those that count, with their owner; null: the team's. */
  signIns: { id: string; server: string; identity: string; person: string | null }[];
  ways: { server: string; identity: string; forTeam: boolean; namesResource: boolean }[];
  pages: { server: string; identity: string; shown: boolean }[];
}

/** Who did something, by name if they are still there, and when. */
export interface ByWhom {
  name: string | null;
  at: Date;
}

/**
 * The present version.
 * @throws Error if there is no such team
 */
export async function findServersVersion(db: Queryable, teamId: string): Promise<number> {
  const [row] = await rowsOf<{ version: number }>(
    db,
    sql`select ${teams.serversVersion} as version from ${teams} where ${teams.id} = ${teamId}`,
  );
  if (!row) throw new Error('There is no such team.');
  return row.version;
}

/** @throws Error if there is no such team */
export async function findTeamServers(db: Queryable, teamId: string): Promise<TeamServersRow> {
  const [row] = await rowsOf<TeamServersRow>(
    db,
    sql`select ${teams.serversVersion} as version,
      (select coalesce(json_agg(json_build_object('name', ${teamServers.name}, 'url', ${teamServers.url},
        'type', ${teamServers.type}, 'sealed', ${teamServers.sealedHeaders},
        'timeoutMs', ${teamServers.timeoutMs}, 'totalTimeoutMs', ${teamServers.totalTimeoutMs}) order by ${teamServers.name}), '[]')
        from ${teamServers} where ${teamServers.teamId} = ${teams.id}) as servers,
      (select coalesce(json_agg(json_build_object('server', ${serverVouches.server},
        'identity', ${serverVouches.identity})), '[]')
        from ${serverVouches} where ${serverVouches.teamId} = ${teams.id}) as vouches,
      (select coalesce(json_agg(${serverLooks.server}), '[]')
        from ${serverLooks} where ${serverLooks.teamId} = ${teams.id}) as looked,
      (select coalesce(json_agg(json_build_object('server', ${toolPins.server}, 'tool', ${toolPins.tool},
        'identity', ${toolPins.identity}, 'definitionHash', ${toolPins.definitionHash}, 'state', ${toolPins.state},
        'believed', ${toolPins.believed}, 'record', ${toolPins.record}, 'rehearsal', ${toolPins.rehearsal})), '[]')
        from ${toolPins} where ${toolPins.teamId} = ${teams.id}) as pins,
      (select coalesce(json_agg(json_build_object('id', ${serverSignIns.id}, 'server', ${serverSignIns.server},
        'identity', ${serverSignIns.identity}, 'person', ${serverSignIns.personId})), '[]')
        from ${serverSignIns} where ${serverSignIns.teamId} = ${teams.id} and ${serverSignIns.state} = 'active') as "signIns",
      (select coalesce(json_agg(json_build_object('server', ${serverSignInWays.server}, 'identity', ${serverSignInWays.identity},
        'forTeam', ${serverSignInWays.forTeam}, 'namesResource', ${serverSignInWays.namesResource})), '[]')
        from ${serverSignInWays} where ${serverSignInWays.teamId} = ${teams.id}) as ways,
      (select coalesce(json_agg(json_build_object('server', ${serverPages.server}, 'identity', ${serverPages.identity},
        'shown', ${serverPages.shown})), '[]') from ${serverPages} where ${serverPages.teamId} = ${teams.id}) as pages
      from ${teams} where ${teams.id} = ${teamId}`,
  );
  if (!row) throw new Error('There is no such team.');
  return row;
}

/** Other changes of the team's servers wait here until this transaction ends. */
export async function lockTeamServers(tx: Transaction, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** @returns false, with nothing written, if the team has one of this name */
export async function insertServer(
  tx: Transaction,
  server: typeof teamServers.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(teamServers)
    .values(server)
    .onConflictDoNothing()
    .returning({ name: teamServers.name });
  return added.length > 0;
}

/** @returns false, with nothing written, if the team no longer has such a server at that address */
export async function updateServer(
  tx: Transaction,
  { teamId, name, url }: { teamId: string; name: string; url: string },
  changes: { url: string; sealedHeaders: string },
): Promise<boolean> {
  const changed = await tx
    .update(teamServers)
    .set(changes)
    .where(and(eq(teamServers.teamId, teamId), eq(teamServers.name, name), eq(teamServers.url, url)))
    .returning({ name: teamServers.name });
  return changed.length > 0;
}

export function countServers(tx: Transaction, teamId: string): Promise<number> {
  return tx.$count(teamServers, eq(teamServers.teamId, teamId));
}

/** @returns whether it existed */
export async function deleteServer(tx: Transaction, teamId: string, name: string): Promise<boolean> {
  const removed = await tx
    .delete(teamServers)
    .where(and(eq(teamServers.teamId, teamId), eq(teamServers.name, name)))
    .returning({ name: teamServers.name });
  return removed.length > 0;
}

/** Who added which server, by its name. */
export async function listAdders(db: Queryable, teamId: string): Promise<Map<string, ByWhom>> {
  const rows = await db
    .select({ server: teamServers.name, name: users.name, at: teamServers.addedAt })
    .from(teamServers)
    .leftJoin(users, eq(users.id, teamServers.addedBy))
    .where(eq(teamServers.teamId, teamId));
  return new Map(rows.map(({ server, ...byWhom }) => [server, byWhom]));
}
