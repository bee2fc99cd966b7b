/** What the changes of tools come to whose definition is not the one that was last taken. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type ChangeWeight, type Declaration, declarationChanges, weightOf } from './declaration-change';
import { pinsOf, type Weigh } from './pins';
import type { ServerTool } from './server-listing';
import type { Pin, TeamServers } from './team-servers';
import type { ListingPart } from './tool-listing';

const { toolPins } = schema;

type Weights = Map<string, ChangeWeight | null>;

/** Kept as long as the pins are the same. */
const known = new WeakMap<TeamServers, Weights>();

/** Looks up what the pins of changed tools hold; nothing is asked when there are none. */
export async function loadWeights(
  db: Queryable,
  teamId: string,
  team: TeamServers,
  parts: readonly ListingPart[],
): Promise<Weigh> {
  const weights: Weights = known.get(team) ?? new Map();
  known.set(team, weights);
  for (const { server, listing } of parts) {
    const pins = server.trusted ? pinsOf(team, server.name) : new Map<string, Pin>();
    const changed = [...listing.tools, ...listing.companions].filter((tool) => {
      const pin = pins.get(tool.name);
      return pin && pin.definitionHash !== tool.definitionHash && !weights.has(keyOf(tool, pin));
    });
    if (changed.length === 0) continue;
    const names = changed.map(({ name }) => name);
    const before = await declarationsOf(db, teamId, server.name, names);
    for (const tool of changed) {
      const pinned = before.get(tool.name);
      // It is another pin by now than the one that was read: whoever writes finds that out.
      const weight = pinned ? weightOf(declarationChanges(pinned, tool.declaration)) : 'loosened';
      const pin = pins.get(tool.name);
      if (pin) weights.set(keyOf(tool, pin), weight);
    }
  }
  return (tool, pin) => weights.get(keyOf(tool, pin)) ?? (weights.has(keyOf(tool, pin)) ? null : 'loosened');
}

/** The pinned declarations by tool. */
export async function declarationsOf(
  db: Queryable,
  teamId: string,
  server: string,
  tools: string[],
): Promise<Map<string, Declaration>> {
  if (tools.length === 0) return new Map();
  const rows = await db
    .select({ tool: toolPins.tool, declaration: toolPins.declaration })
    .from(toolPins)
    .where(and(eq(toolPins.teamId, teamId), eq(toolPins.server, server), inArray(toolPins.tool, tools)));
  return new Map(rows.map(({ tool, declaration }) => [tool, JSON.parse(declaration) as Declaration]));
}

function keyOf({ definitionHash }: ServerTool, pin: Pin): string {
  return `${pin.definitionHash} ${definitionHash}`;
}
