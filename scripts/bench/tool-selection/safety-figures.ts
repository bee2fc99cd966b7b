/** The effect of the small prior for read-only tools on messages that ask to read something. */
import { resolve, riskOf } from '@/mcp/annotations';
import { amber } from './amber';
import type { DataSet, Labelled } from './data';
import type { SafetyFigures, Shown } from './figures';
import { qualityOf } from './quality';
import type { Vectors } from './vectors';

/** Decided by the beginning of a message, independently of the selection. */
const READ_WORDED =
  /^(?:please |can you |could you )?(?:show|list|get|view|display|find|search|look|tell|describe|check|what|which|who|when|where|how|is|are|does)\b/i;

const FIRST = 5;

/** @param set with annotated tools */
export function safetyOf(set: DataSet, vectors?: Vectors): SafetyFigures {
  const queries = set.queries.filter(({ query }) => READ_WORDED.test(query));
  return {
    messages: queries.length,
    without: shown(set, queries, { prior: false, vectors }),
    with: shown(set, queries, { prior: true, vectors }),
  };
}

function shown(
  set: DataSet,
  queries: readonly Labelled[],
  options: { prior: boolean; vectors: Vectors | undefined },
): Shown {
  const destructive = new Set(
    set.tools
      .filter(({ annotations }) => riskOf(resolve(annotations, true)) === 'destructive')
      .map(({ name }) => name),
  );
  const search = amber(options).build(set.tools);
  let count = 0;
  for (const { query } of queries) {
    count += search(query)
      .slice(0, FIRST)
      .filter((name) => destructive.has(name)).length;
  }
  return { destructive: count / queries.length, at10: qualityOf(queries, search).at10 };
}
