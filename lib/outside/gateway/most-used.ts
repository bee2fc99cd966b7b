import 'server-only';
/** A team's tools by how often they are used; unused tools come last. */
import type { Database } from '@/db/client';
import { listUses } from '@/lib/store/outside/uses';
import type { ConnectedTool } from '@/lib/tools/types';

/** How many of the team's newest calls are counted. */
const NEWEST = 2_000;
/** The order is kept for a while: a list that changed with every call would have to be announced again and again. */
const KEPT_MS = 60_000;
const MOST_TEAMS = 200;

type Uses = Map<string, number>;
const kept = new WeakMap<Database, Map<string, { at: number; uses: Promise<Uses> }>>();

export async function mostUsedFirst(
  db: Database,
  teamId: string,
  tools: readonly ConnectedTool[],
): Promise<ConnectedTool[]> {
  const uses = await usesOf(db, teamId);
  const count = ({ server, name }: ConnectedTool) => uses.get(keyOf(server, name)) ?? 0;
  return tools.toSorted((one, other) => count(other) - count(one));
}

const keyOf = (server: string, tool: string) => JSON.stringify([server, tool]);

function usesOf(db: Database, teamId: string): Promise<Uses> {
  const teams = kept.get(db) ?? new Map<string, { at: number; uses: Promise<Uses> }>();
  kept.set(db, teams);
  const known = teams.get(teamId);
  if (known && Date.now() - known.at < KEPT_MS) return known.uses;
  if (teams.size >= MOST_TEAMS) teams.clear();
  const uses = listUses(db, teamId, NEWEST).then(
    (rows) => new Map(rows.map(({ server, tool, count }) => [keyOf(server, tool), count])),
  );
  teams.set(teamId, { at: Date.now(), uses });
  uses.catch(() => teams.delete(teamId));
  return uses;
}
