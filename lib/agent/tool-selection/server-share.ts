/** No server takes more than its share of the places, however many words its descriptions are stuffed with. */
import { SERVER_SHARE } from './settings';
import type { ToolIndex } from './tool-index';
import type { Hit, SelectableTool } from './types';

/** How far down the order is looked before all of it is. */
const FIRST_LOOK = 5;

/**
 * Of the hits the best so many, of each server at most its share; all of one server where only that one has any.
 * @param ranked gives so many of the best
 */
export function fairHits<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  places: number,
  ranked: (limit: number) => Hit<Tool>[],
): Hit<Tool>[] {
  const look = places * FIRST_LOOK;
  const first = ranked(look);
  const isAll = first.length < look;
  const fair = shared(first, places, isAll && areOfOneServer(first));
  if (fair.length >= places || isAll) return fair;
  const all = ranked(index.tools.length);
  return shared(all, places, areOfOneServer(all));
}

function areOfOneServer(hits: readonly Hit[]): boolean {
  return hits.every(({ tool }) => tool.server === hits[0]?.tool.server);
}

function shared<Tool extends SelectableTool>(
  hits: readonly Hit<Tool>[],
  places: number,
  isOnly: boolean,
): Hit<Tool>[] {
  const most = isOnly ? places : Math.max(1, Math.floor(places * SERVER_SHARE));
  const taken = new Map<string, number>();
  const fair: Hit<Tool>[] = [];
  for (const hit of hits) {
    const count = taken.get(hit.tool.server) ?? 0;
    if (fair.length >= places) break;
    if (count >= most) continue;
    taken.set(hit.tool.server, count + 1);
    fair.push(hit);
  }
  return fair;
}
