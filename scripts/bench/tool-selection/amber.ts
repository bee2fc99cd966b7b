/** Our own search as the bench uses it, through the same functions as a turn. */
import { type Memory, memoryOf } from '@/lib/agent/tool-selection/memory';
import { rank } from '@/lib/agent/tool-selection/rank';
import { selectTools } from '@/lib/agent/tool-selection/select-tools';
import { buildToolIndex } from '@/lib/agent/tool-selection/tool-index';
import { type DataSet, type Labelled, seededOrder, selectable } from './data';
import type { Compared, MemoryFigures } from './figures';
import type { Peer } from './peers';
import { qualityOf } from './quality';
import type { Vectors } from './vectors';

const LIMIT = 10;
const PER_TOOL = 10;
/** With fewer messages left, the figure would be meaningless. */
const LEAST_LEFT = 10;

interface AmberOptions {
  memory?: Memory;
  prior?: boolean;
  /** Absent: words only. */
  vectors?: Vectors | undefined;
}

export function amber({ vectors, ...options }: AmberOptions = {}): Peer {
  return {
    name: vectors ? 'Amber, with vectors' : 'Amber',
    build(tools) {
      const index = buildToolIndex(selectable(tools));
      const compare = vectors?.compare(tools);
      return (query) =>
        rank(index, query, { ...options, nearness: compare?.(query), limit: LIMIT }).map(
          ({ tool }) => tool.name,
        );
    },
  };
}

/**
 * The proportion of the right tools among the twelve that a step is offered, with each server's share and with
 * companions.
 */
export function offeredShare(set: DataSet, vectors?: Vectors): number {
  const tools = selectable(set.tools);
  const compare = vectors?.compare(set.tools);
  let sum = 0;
  for (const { query, relevant } of set.queries) {
    const { tools: offered } = selectTools({ tools, message: query, nearness: compare?.(query) });
    const names = new Set(offered.map(({ name }) => name));
    const wanted = new Set(relevant);
    sum += [...wanted].filter((name) => names.has(name)).length / wanted.size;
  }
  return sum / set.queries.length;
}

/**
 * Up to ten remembered messages per tool, chosen by a seed, and for each tool at most all but one; measured on the
 * others.
 */
export function withMemory(set: DataSet, vectors?: Vectors): MemoryFigures | undefined {
  const { remembered, left } = drawn(set, () => true);
  if (left.length < LEAST_LEFT) return undefined;
  const half = set.tools.length / 2;
  const used = new Set(
    seededOrder(set.tools)
      .slice(0, half)
      .map(({ name }) => name),
  );
  const ofUsed = drawn(set, (name) => used.has(name)).remembered;
  const ofOthers = set.queries.filter(({ relevant }) => !relevant.some((name) => used.has(name)));
  return {
    remembered: remembered.length,
    all: compared(set, remembered, left, vectors),
    unused: compared(set, ofUsed, ofOthers, vectors),
  };
}

/** For each of these tools a few messages, and all the other messages: at least one per tool. */
function drawn(
  { queries }: DataSet,
  isUsed: (name: string) => boolean,
): { remembered: Labelled[]; left: Labelled[] } {
  const totals = new Map<string, number>();
  for (const name of queries.flatMap(({ relevant }) => relevant))
    totals.set(name, (totals.get(name) ?? 0) + 1);
  const counts = new Map<string, number>();
  const most = (name: string) => Math.min(PER_TOOL, (totals.get(name) ?? 0) - 1);
  const remembered: Labelled[] = [];
  const left: Labelled[] = [];
  for (const one of seededOrder(queries)) {
    const isKept = one.relevant.every((name) => isUsed(name) && (counts.get(name) ?? 0) < most(name));
    (isKept ? remembered : left).push(one);
    if (isKept) for (const name of one.relevant) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { remembered, left };
}

function compared(
  set: DataSet,
  remembered: readonly Labelled[],
  measured: readonly Labelled[],
  vectors: Vectors | undefined,
): Compared {
  const names = new Map(selectable(set.tools).map(({ name, modelName }) => [name, modelName]));
  const memory = memoryOf(
    'bench',
    remembered.flatMap(({ query, relevant }) =>
      relevant.map((name) => ({ teamId: 'bench', tool: names.get(name) ?? '', message: query })),
    ),
  );
  return {
    without: qualityOf(measured, amber({ vectors }).build(set.tools)),
    with: qualityOf(measured, amber({ memory, vectors }).build(set.tools)),
  };
}
