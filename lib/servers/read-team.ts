/** Reads a team's servers, its vouches and pins: all of one moment. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { openHeaders } from './sealed-headers';
import type { Pin, TeamServers } from './team-servers';

const { serverLooks, serverVouches, teamServers, teams, toolPins } = schema;

interface Row {
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
  pins: (Pin & { server: string; tool: string })[];
}

/** The version that counts now. @throws Error when there is no such team */
export async function readVersion(db: Queryable, teamId: string): Promise<number> {
  const [row] = await rowsOf<{ version: number }>(
    db,
    sql`select ${teams.serversVersion} as version from ${teams} where ${teams.id} = ${teamId}`,
  );
  if (!row) throw new Error('There is no such team.');
  return row.version;
}

/**
 * @param secret with which credentials were sealed
 * @throws Error when there is no such team
 */
export async function readTeam(db: Queryable, teamId: string, secret: string): Promise<TeamServers> {
  const [row] = await rowsOf<Row>(
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
        'identity', ${toolPins.identity}, 'definitionHash', ${toolPins.definitionHash}, 'state', ${toolPins.state})), '[]')
        from ${toolPins} where ${toolPins.teamId} = ${teams.id}) as pins
      from ${teams} where ${teams.id} = ${teamId}`,
  );
  if (!row) throw new Error('There is no such team.');
  return teamServersOf(row, teamId, secret);
}

function teamServersOf(row: Row, teamId: string, secret: string): TeamServers {
  const opened = row.servers.map(({ name, url, type, sealed, timeoutMs, totalTimeoutMs }) => {
    const headers = openHeaders(secret, { teamId, name, url }, sealed);
    const times = { ...(timeoutMs && { timeoutMs }), ...(totalTimeoutMs && { totalTimeoutMs }) };
    return {
      name,
      url,
      headers,
      trusted: false,
      origin: 'settings' as const,
      ...(type && { type }),
      ...times,
    };
  });
  const pins = new Map<string, Map<string, Pin>>();
  for (const { server, tool, ...pin } of row.pins) {
    const ofServer = pins.get(server) ?? new Map<string, Pin>();
    pins.set(server, ofServer.set(tool, pin));
  }
  return {
    version: row.version,
    added: opened.flatMap(({ headers, ...server }) => (headers ? [{ ...server, headers }] : [])),
    unreadable: opened.flatMap(({ name, headers }) => (headers ? [] : [name])),
    vouches: new Map(row.vouches.map(({ server, identity }) => [server, identity])),
    looked: new Set(row.looked),
    pins,
  };
}
