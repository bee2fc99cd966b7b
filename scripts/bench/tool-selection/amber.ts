/** Our own search as the bench asks it, by the same functions as a turn. */
import { type Memory, memoryOf } from '@/lib/agent/tool-selection/memory';
import { rank } from '@/lib/agent/tool-selection/rank';
import { buildToolIndex } from '@/lib/agent/tool-selection/tool-index';
import { asSelectable, type DataSet, type Labelled, seededOrder } from './data';
import type { Peer } from './peers';
import { type Quality, qualityOf } from './quality';

const LIMIT = 10;
const PER_TOOL = 5;
/** Fewer messages left to measure than this say nothing. */
const LEAST_LEFT = 50;

export function amber(options: { memory?: Memory; prior?: boolean } = {}): Peer {
  return {
    name: 'Amber',
    build(tools) {
      const index = buildToolIndex(tools.map(asSelectable));
      return (query) => rank(index, query, { ...options, limit: LIMIT }).map(({ tool }) => tool.name);
    },
  };
}

/** Five remembered messages a tool, drawn by a seed; measured on the others. */
export function withMemory(
  set: DataSet,
): { remembered: number; without: Quality; with: Quality } | undefined {
  const names = new Map(set.tools.map((tool, at) => [tool.name, asSelectable(tool, at).modelName]));
  const counts = new Map<string, number>();
  const remembered: Labelled[] = [];
  const left: Labelled[] = [];
  for (const one of seededOrder(set.queries)) {
    const isKept = one.relevant.every((name) => (counts.get(name) ?? 0) < PER_TOOL);
    (isKept ? remembered : left).push(one);
    if (isKept) for (const name of one.relevant) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (left.length < LEAST_LEFT) return undefined;
  const memory = memoryOf(
    'bench',
    remembered.flatMap(({ query, relevant }) =>
      relevant.map((name) => ({ teamId: 'bench', tool: names.get(name) ?? '', message: query })),
    ),
  );
  return {
    remembered: remembered.length,
    without: qualityOf(left, amber().build(set.tools)),
    with: qualityOf(left, amber({ memory }).build(set.tools)),
  };
}
