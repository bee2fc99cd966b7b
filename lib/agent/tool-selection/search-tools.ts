/**
 * What a tool `search_tools` answers: the tools that match a query of the model's, of what may be offered. The hits
 * join the run's set by `found` of `selectTools`.
 */
import { toolIndexes } from './index-cache';
import { rank } from './rank';
import { permittedOf } from './safety';
import { assertSameTeam, type SelectionInput } from './select-tools';
import { fairHits } from './server-share';
import { SEARCH_HITS } from './settings';
import type { Hit, SelectableTool } from './types';

export interface SearchInput<Tool extends SelectableTool>
  extends Pick<SelectionInput<Tool>, 'tools' | 'filter' | 'memory' | 'teamId' | 'explain'> {
  /** A few words, of any length. */
  query: string;
  /** How many hits at the most; five when left out. */
  limit?: number;
}

/**
 * The best first; none when nothing matches. Of one server at most half, unless only that one matches.
 * @throws when the memory is another team's
 */
export function searchTools<Tool extends SelectableTool>(input: SearchInput<Tool>): Hit<Tool>[] {
  assertSameTeam(input);
  const { tools, query, filter, memory, explain, limit = SEARCH_HITS } = input;
  const index = toolIndexes.of(tools);
  // A search asks for what there is: nothing is hidden but what the rules take out.
  const { mask } = permittedOf(index, filter, undefined, () => false);
  return fairHits(index, limit, (most) =>
    rank(index, query, { permitted: mask, memory, explain, limit: most }),
  );
}
