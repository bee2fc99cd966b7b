/**
 * The index of one list of tools: BM25 over weighted fields (BM25F: a term's counts are weighted by field and length,
 * added up, and saturate once). Everything that depends on the whole list is computed from the analysed tools by
 * `buildToolIndex`, so an index that reuses unchanged tools of another equals one built from scratch.
 */
import { type AnalysedTool, analyse, keyOf } from './analysed-tool';
import { type Postings, rarityAmongSame, rarityOf, saturated, tempered } from './postings';
import type { Concept } from './query';
import { FIELD_WEIGHTS } from './settings';
import { FIELDS, type Field, type SelectableTool } from './types';

export interface ToolIndex<Tool extends SelectableTool = SelectableTool> {
  /** In the order that breaks ties. */
  tools: readonly Tool[];
  analysed: readonly AnalysedTool[];
  postings: ReadonlyMap<string, Postings>;
  /** Mean number of terms per field, over the tools that have it. */
  means: readonly number[];
  /** Position by the name the model knows. */
  positions: ReadonlyMap<string, number>;
}

/** @param known analysed tools by their key: those with an unchanged definition are reused */
export function buildToolIndex<Tool extends SelectableTool>(
  tools: readonly Tool[],
  known: ReadonlyMap<string, AnalysedTool> = new Map(),
): ToolIndex<Tool> {
  const analysed = tools.map((tool) => known.get(keyOf(tool)) ?? analyse(tool));
  const means = FIELDS.map((_, field) => meanLength(analysed, field));
  return {
    tools,
    analysed,
    means,
    postings: postingsOf(analysed, means),
    positions: new Map(tools.map((tool, at) => [tool.modelName, at])),
  };
}

function meanLength(analysed: readonly AnalysedTool[], field: number): number {
  let sum = 0;
  let having = 0;
  for (const { lengths } of analysed) {
    const length = lengths[field] ?? 0;
    sum += length;
    if (length > 0) having++;
  }
  return having === 0 ? 1 : sum / having;
}

function postingsOf(analysed: readonly AnalysedTool[], means: readonly number[]): Map<string, Postings> {
  const drafts = new Map<string, Draft>();
  for (const { terms } of analysed) {
    for (const term of terms) {
      const draft = drafts.get(term);
      if (draft) draft.size++;
      else drafts.set(term, { ...NOTHING, size: 1, filled: 0 });
    }
  }
  for (const draft of drafts.values()) {
    draft.tools = new Int32Array(draft.size);
    draft.scores = new Float32Array(draft.size);
  }
  for (const [at, tool] of analysed.entries()) {
    const factors = lengthFactors(tool, means);
    for (let row = 0; row < tool.terms.length; row++) {
      const draft = drafts.get(tool.terms[row] as string) as Draft;
      draft.tools[draft.filled] = at;
      draft.scores[draft.filled++] = saturated(weighted(tool, row, factors));
    }
  }
  const postings = new Map<string, Postings>();
  for (const [term, { tools, scores, size }] of drafts) {
    postings.set(term, { tools, scores, rarity: rarityOf(size, analysed.length) });
  }
  return postings;
}

/** Postings being filled in. */
interface Draft extends Pick<Postings, 'tools' | 'scores'> {
  size: number;
  filled: number;
}

const NOTHING = { tools: new Int32Array(0), scores: new Float32Array(0) };

const WEIGHTS = FIELDS.map((field) => FIELD_WEIGHTS[field]);

/** The value of one count in each field of this tool. */
function lengthFactors({ lengths }: AnalysedTool, means: readonly number[]): number[] {
  return WEIGHTS.map(
    ({ weight, length }, field) =>
      weight / (1 - length + (length * (lengths[field] ?? 0)) / (means[field] ?? 1)),
  );
}

function weighted({ counts }: AnalysedTool, row: number, factors: readonly number[]): number {
  let sum = 0;
  for (let field = 0; field < factors.length; field++) {
    sum += (counts[row * factors.length + field] ?? 0) * (factors[field] ?? 0);
  }
  return sum;
}

/** The concepts' score in one tool, by the field that contains the words. */
export function scoreByField(
  index: ToolIndex,
  position: number,
  concepts: readonly Concept[],
): Record<Field, number> {
  const parts = { name: 0, title: 0, description: 0, server: 0, parameters: 0 };
  const tool = index.analysed[position];
  if (!tool) return parts;
  const factors = lengthFactors(tool, index.means);
  for (const concept of concepts) {
    const { term, related } = concept;
    const rarest = rarityAmongSame(index.postings, concept);
    const isKnown = index.postings.has(term);
    let best = { row: -1, score: 0 };
    for (const other of [{ term, known: 1, unknown: 1 }, ...related]) {
      const row = tool.terms.indexOf(other.term);
      if (row < 0) continue;
      const rarity = tempered(index.postings.get(other.term)?.rarity ?? 0, rarest);
      const weight = (isKnown ? other.known : other.unknown) * rarity;
      const score = Math.fround(saturated(weighted(tool, row, factors))) * weight;
      if (score > best.score) best = { row, score };
    }
    if (best.row < 0) continue;
    const all = weighted(tool, best.row, factors);
    for (const [field, name] of FIELDS.entries()) {
      const count = (tool.counts[best.row * FIELDS.length + field] ?? 0) * (factors[field] ?? 0);
      parts[name] += best.score * (count / all);
    }
  }
  return parts;
}
