/** Reads a team's servers, its vouches and pins in one consistent snapshot. */
import type { Queryable } from '@/db/client';
import { findTeamServers, type TeamServersRow } from '@/lib/store/servers/servers';
import { openHeaders } from './sealed-headers';
import type { Pin, TeamServers } from './team-servers';

/**
 * @param secret with which credentials were sealed
 * @throws Error if there is no such team
 */
export async function readTeam(db: Queryable, teamId: string, secret: string): Promise<TeamServers> {
  return teamServersOf(await findTeamServers(db, teamId), teamId, secret);
}

function teamServersOf(row: TeamServersRow, teamId: string, secret: string): TeamServers {
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
    signIns: row.signIns,
    pages: new Map(row.pages.map(({ server, ...word }) => [server, word])),
    ways: new Map(row.ways.map(({ server, ...way }) => [server, way])),
  };
}
