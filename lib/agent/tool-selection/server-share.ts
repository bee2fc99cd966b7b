/**
 * No server takes more than its share of the places, however many words its descriptions are stuffed with. All servers
 * that nobody vouched for have one share together, since anybody who runs one of them may run several.
 */
import { SERVER_SHARE } from './settings';
import type { ToolIndex } from './tool-index';
import type { Hit, SelectableTool } from './types';

/** How much of the order is looked at before looking at all of it. */
const FIRST_LOOK = 5;

/**
 * The best hits up to a number, each server limited to its share; all from one server if only that one has any.
 * @param ranked returns as many of the best as are asked for
 */
export function fairHits<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  places: number,
  ranked: (limit: number) => Hit<Tool>[],
): Hit<Tool>[] {
  const look = places * FIRST_LOOK;
  const first = ranked(look);
  const isAll = first.length < look;
  const fair = shared(first, places, isAll);
  return fair.length >= places || isAll ? fair : shared(ranked(index.tools.length), places, true);
}

/** @param isAll whether no tools match besides these */
function shared<Tool extends SelectableTool>(
  hits: readonly Hit<Tool>[],
  places: number,
  isAll: boolean,
): Hit<Tool>[] {
  const share = Math.max(1, Math.floor(places * SERVER_SHARE));
  const ofOne = isAll && hits.every(({ tool }) => tool.server === hits[0]?.tool.server) ? places : share;
  const unvouched = isAll && hits.every(({ tool }) => !tool.trusted) ? places : share;
  const taken = new Map<string, number>();
  let takenUnvouched = 0;
  const fair: Hit<Tool>[] = [];
  for (const hit of hits) {
    if (fair.length >= places) break;
    const { server, trusted } = hit.tool;
    // A tool that is named exactly is what the person asks for, on any server.
    const isShared = !trusted && !hit.isNamed;
    const count = taken.get(server) ?? 0;
    if (count >= ofOne || (isShared && takenUnvouched >= unvouched)) continue;
    taken.set(server, count + 1);
    if (isShared) takenUnvouched++;
    fair.push(hit);
  }
  return fair;
}
