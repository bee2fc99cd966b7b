/** The weights of changed tools: those whose definition is not the one that was last accepted. */
import type { Queryable } from '@/db/client';
import { listDeclarations } from '@/lib/store/servers/trust';
import { type ChangeWeight, type Declaration, declarationChanges, weightOf } from './declaration-change';
import { pinsOf, type Weigh } from './pins';
import type { ServerTool } from './server-listing';
import type { Pin, TeamServers } from './team-servers';
import type { ListingPart } from './tool-listing';

type Weights = Map<string, ChangeWeight | null>;

/** Cached as long as the pins are the same. */
const known = new WeakMap<TeamServers, Weights>();

/** Loads the pins of changed tools; no query if there are none. */
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
    const before = await listDeclarations(db, teamId, server.name, names);
    for (const tool of changed) {
      const pinned = before.get(tool.name);
      // If the pin is another one by now than the one that was read, the write will notice.
      const weight = pinned ? weightSince(pinned, tool) : 'loosened';
      const pin = pins.get(tool.name);
      if (pin) weights.set(keyOf(tool, pin), weight);
    }
  }
  return (tool, pin) => weights.get(keyOf(tool, pin)) ?? (weights.has(keyOf(tool, pin)) ? null : 'loosened');
}

function weightSince(pinned: string, { declaration }: ServerTool): ChangeWeight | null {
  return weightOf(declarationChanges(JSON.parse(pinned) as Declaration, declaration));
}

function keyOf({ definitionHash }: ServerTool, pin: Pin): string {
  return `${pin.definitionHash} ${definitionHash}`;
}
