/**
 * The indexes of this process, shared between turns and teams: an index holds what servers say of their tools and
 * nothing of any team. Found by what the tools are; when one server's list has changed, the tools of the others are
 * taken over as they were analysed. Bounded; the longest unused goes first.
 */
import { createHash } from 'node:crypto';
import { type AnalysedTool, keyOf } from './analysed-tool';
import { buildToolIndex, type ToolIndex } from './tool-index';
import type { SelectableTool } from './types';

const MOST = { indexes: 32, tools: 50_000 };

export class IndexCache {
  private readonly indexes = new Map<string, ToolIndex>();
  /** So that the steps of a turn, which hold one list, need not look at every tool again. */
  private readonly byList = new WeakMap<readonly SelectableTool[], ToolIndex>();

  constructor(private readonly most = MOST) {}

  /**
   * The index of these tools, made when there is none.
   * @param tools a list that is not changed afterwards; names that the model knows are different
   */
  of<Tool extends SelectableTool>(tools: readonly Tool[]): ToolIndex<Tool> {
    const known = this.byList.get(tools);
    // Made of this very list.
    if (known) return known as ToolIndex<Tool>;
    const key = hashOf(tools);
    const found = this.indexes.get(key);
    // The texts are the same; the tools of this list may be other objects, and belong to another team.
    const index: ToolIndex<Tool> = found ? { ...found, tools } : buildToolIndex(tools, this.analysed());
    this.indexes.delete(key);
    this.makeRoom(tools.length);
    this.indexes.set(key, withoutTools(index));
    this.byList.set(tools, index);
    return index;
  }

  private analysed(): Map<string, AnalysedTool> {
    const known = new Map<string, AnalysedTool>();
    for (const { analysed } of this.indexes.values()) for (const tool of analysed) known.set(tool.key, tool);
    return known;
  }

  private makeRoom(tools: number): void {
    let kept = tools;
    for (const index of this.indexes.values()) kept += index.analysed.length;
    for (const [key, index] of this.indexes) {
      if (this.indexes.size < this.most.indexes && kept <= this.most.tools) return;
      this.indexes.delete(key);
      kept -= index.analysed.length;
    }
  }
}

/** What is kept holds no team's objects. */
function withoutTools(index: ToolIndex): ToolIndex {
  return { ...index, tools: [] };
}

/** Of everything an index depends on, the order included. */
function hashOf(tools: readonly SelectableTool[]): string {
  const hash = createHash('sha256');
  for (const tool of tools) hash.update(`${keyOf(tool)}\n${tool.modelName}\n\n`);
  return hash.digest('hex');
}

/** Of this process. */
export const toolIndexes = new IndexCache();
