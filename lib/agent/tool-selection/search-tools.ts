/**
 * The answer of the tool `search_tools`: the permitted tools that match a query of the model's. The hits join the run's
 * set through `found` of `selectTools`.
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
  /** The most hits; five by default. */
  limit?: number;
}

/**
 * Best first; none if nothing matches. At most half are of one server, unless only that one matches.
 * @throws if the memory is another team's
 */
export function searchTools<Tool extends SelectableTool>(input: SearchInput<Tool>): Hit<Tool>[] {
  assertSameTeam(input);
  const { tools, query, filter, memory, explain, limit = SEARCH_HITS } = input;
  const index = toolIndexes.of(tools);
  // A search shows what there is: only the rules hide anything.
  const { mask } = permittedOf(index, filter, undefined, () => false);
  return fairHits(index, limit, (most) =>
    rank(index, query, { permitted: mask, memory, explain, limit: most }),
  );
}
