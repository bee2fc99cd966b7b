/**
 * What the offline model knows about the current turn: the same resolved result that the gate goes by, not text about
 * it.
 */
import type { Risk } from '@/mcp/annotations';

export interface ResolvedTool {
  /** The name by which it is called. */
  modelName: string;
  server: string;
  /** The server's own name for it. */
  name: string;
  risk: Risk;
  /** Whether a card will ask before it runs. */
  asks: boolean;
}

export interface ResolvedTurn {
  /** All that may be called; a step may be offered fewer. */
  tools: readonly ResolvedTool[];
  /** Tools that people have denied. */
  denied: readonly (Pick<ResolvedTool, 'server' | 'name'> & {
    /** Set if an admin has stopped it for now: the sentence that says so. */
    stopped?: string;
  })[];
  /** What may be a step of a plan that a person confirms, in plan mode also what may not be called; absent: unknown. */
  planned?: readonly ResolvedTool[];
  mode: 'plan' | 'default' | 'yolo';
  /** Calls whose arguments a person edited on the card, by their id; their results begin with a line that says so. */
  edited: ReadonlyMap<string, { by: string }>;
}

/** The server whose tools the offline model knows. */
export const OWN_SERVER = 'amber';
/** Proposes calls as a plan, which a person confirms. */
export const PLAN_TOOL = 'propose_plan';
/** The server whose files it can list and read. */
export const WORKSPACE_SERVER = 'workspace';
export const NOTHING: ResolvedTurn = { tools: [], denied: [], mode: 'default', edited: new Map() };
