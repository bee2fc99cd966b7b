/** The public sets of tools with labelled messages, read from beside the checkout. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SelectableTool } from '@/lib/agent/tool-selection/types';
import { resolve, riskOf } from '@/mcp/annotations';

/** A tool as it is in the sets. */
export interface DataTool {
  name: string;
  description?: string;
  server?: string;
  title?: string;
  params?: { name: string; description?: string }[];
  annotations?: Record<string, unknown>;
}

export interface Labelled {
  query: string;
  /** Names of tools. */
  relevant: string[];
}

export interface DataSet {
  name: string;
  tools: DataTool[];
  queries: Labelled[];
}

/** Sets with messages, in the order of the tables. */
export const MEASURED = ['azure-mcp', 'toole-single', 'toole-multi', 'sealtools', 'bfcl-live'];
export const PADDED_TO = 10_000;
const PADDING = ['mcp-lists', 'livemcp', 'azure-mcp', 'sealtools', 'bfcl-live', 'toole-single'];

/** @returns undefined if the set is missing */
export function readSet(folder: string, name: string): DataSet | undefined {
  const lines = <Row>(file: string): Row[] => {
    const path = join(folder, name, file);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  };
  const tools = lines<DataTool>('tools.jsonl');
  // If a set has a random sample of messages, it is used: the others are only the set's first ones, for some of its
  // tools.
  const random = lines<Labelled>('queries-random.jsonl');
  const queries = random.length > 0 ? random : lines<Labelled>('queries.jsonl');
  return tools.length === 0 ? undefined : { name, tools, queries };
}

const normalised = (text = '') =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The set's tools and those of the others up to 10,000, as described in the data's README. */
export function padded(set: DataSet, folder: string): DataSet {
  const tools = [...set.tools];
  const names = new Set(tools.map(({ name }) => normalised(name)));
  const descriptions = new Set(tools.map(({ description }) => normalised(description)));
  const others: DataTool[] = [];
  for (const tool of PADDING.flatMap((name) => readSet(folder, name)?.tools ?? [])) {
    const [name, description] = [normalised(tool.name), normalised(tool.description)];
    if (names.has(name) || (description !== '' && descriptions.has(description))) continue;
    names.add(name);
    descriptions.add(description);
    others.push(tool);
  }
  for (let round = 1; tools.length < PADDED_TO && others.length > 0; round++) {
    const server = (tool: DataTool) => (round === 1 ? tool.server : `${tool.server ?? 'server'} ${round}`);
    tools.push(
      ...others.slice(0, PADDED_TO - tools.length).map((tool) => ({ ...tool, server: server(tool) })),
    );
  }
  return { name: `${set.name} in ${PADDED_TO.toLocaleString('en')}`, tools, queries: set.queries };
}

const converted = new WeakMap<readonly DataTool[], SelectableTool[]>();

/** As connections would offer them; converted once per list. */
export function selectable(tools: readonly DataTool[]): SelectableTool[] {
  const known = converted.get(tools) ?? tools.map(asSelectable);
  converted.set(tools, known);
  return known;
}

/** As a connection would offer it. Names may occur twice; the position makes the name for the model unique. */
export function asSelectable(tool: DataTool, at: number): SelectableTool {
  const properties = Object.fromEntries(
    (tool.params ?? []).map(({ name, description }) => [name, { type: 'string', description }]),
  );
  return {
    server: tool.server ?? '',
    name: tool.name,
    modelName: String(at),
    title: tool.title ?? '',
    description: tool.description ?? '',
    inputSchema: { type: 'object', properties },
    trusted: true,
    risk: riskOf(resolve(tool.annotations, true)),
    definitionHash: createHash('sha256').update(JSON.stringify(tool)).digest('hex'),
  };
}

/** A coin flip that is the same in every run, used to split a set's messages by their position. */
export function seededOrder<Item>(items: readonly Item[], seed = 7): Item[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    const [one, two] = [order[at] as Item, order[other] as Item];
    [order[at], order[other]] = [two, one];
  }
  return order;
}

/** The half of a set's messages that was not used for choosing settings. */
export function heldOut(queries: readonly Labelled[]): Labelled[] {
  return seededOrder(queries).filter((_, at) => at % 2 === 1);
}
