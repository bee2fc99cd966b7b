/**
 * The indexes of this process, shared between turns and teams: an index holds what servers say about their tools and
 * nothing about any team. Found by the tools' contents; if one server's list has changed, the analyses of the other
 * servers' tools are reused. Bounded; the least recently used goes first.
 */
import { type AnalysedTool, keyOf } from './analysed-tool';
import { buildToolIndex, type ToolIndex } from './tool-index';
import type { SelectableTool } from './types';

const MOST = { indexes: 32, tools: 50_000 };

interface Kept {
  /** Everything the index depends on, including the order, as one number per tool. */
  numbers: Float64Array;
  index: ToolIndex;
}

export class IndexCache {
  /** Least recently used first. */
  private readonly kept = new Set<Kept>();
  private readonly numbers = new ToolNumbers();
  /** So that the steps of a turn, which share one list, need not look at every tool again. */
  private readonly byList = new WeakMap<readonly SelectableTool[], ToolIndex>();

  constructor(private readonly most = MOST) {}

  /**
   * The index of these tools, built if there is none.
   * @param tools a list that is not changed afterwards, with distinct names for the model
   */
  of<Tool extends SelectableTool>(tools: readonly Tool[]): ToolIndex<Tool> {
    const known = this.byList.get(tools);
    // Built for this very list.
    if (known) return known as ToolIndex<Tool>;
    const numbers = Float64Array.from(tools, (tool) => this.numbers.of(tool));
    const found = [...this.kept].find((kept) => areAlike(kept.numbers, numbers));
    // The texts are the same; the tools of this list may be other objects, and belong to another team.
    const index: ToolIndex<Tool> = found ? { ...found.index, tools } : buildToolIndex(tools, this.analysed());
    if (found) this.kept.delete(found);
    this.makeRoom(tools.length);
    this.kept.add(found ?? { numbers, index: withoutTools(index) });
    this.byList.set(tools, index);
    return index;
  }

  private analysed(): Map<string, AnalysedTool> {
    const known = new Map<string, AnalysedTool>();
    for (const { index } of this.kept) for (const tool of index.analysed) known.set(tool.key, tool);
    return known;
  }

  private makeRoom(tools: number): void {
    let size = tools;
    for (const { numbers } of this.kept) size += numbers.length;
    for (const oldest of this.kept) {
      if (this.kept.size < this.most.indexes && size <= this.most.tools) return;
      this.kept.delete(oldest);
      size -= oldest.numbers.length;
    }
  }
}

/** The cache holds no team's objects. */
function withoutTools(index: ToolIndex): ToolIndex {
  return { ...index, tools: [] };
}

function areAlike(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * One number for all tools that an index cannot tell apart. Computed once per tool, since doing it for ten thousand in
 * every turn is slow.
 */
class ToolNumbers {
  private readonly byTool = new WeakMap<SelectableTool, number>();
  private readonly byText = new Map<string, number>();
  private last = 0;

  of(tool: SelectableTool): number {
    const known = this.byTool.get(tool);
    if (known !== undefined) return known;
    const text = `${keyOf(tool)}\n${tool.modelName}`;
    // A number is never reused: at worst a forgotten tool is analysed again.
    if (this.byText.size >= 2 * MOST.tools) this.byText.clear();
    const number = this.byText.get(text) ?? ++this.last;
    this.byText.set(text, number);
    this.byTool.set(tool, number);
    return number;
  }
}

/** Of this process. */
export const toolIndexes = new IndexCache();
