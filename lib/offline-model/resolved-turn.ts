/** What the offline model is told of the turn in which it speaks: the result that the gate goes by, not text about it. */
import type { Risk } from '@/mcp/annotations';

export interface ResolvedTool {
  /** By which it is called. */
  modelName: string;
  server: string;
  /** The server's own name of it. */
  name: string;
  risk: Risk;
  /** Whether a card will ask before it runs. */
  asks: boolean;
}

export interface ResolvedTurn {
  /** All that may be called; a step may be offered fewer. */
  tools: readonly ResolvedTool[];
  /** What people have denied. */
  denied: readonly (Pick<ResolvedTool, 'server' | 'name'> & {
    /** An admin has stopped it for now: in whose words, and why. */
    stopped?: string;
  })[];
  mode: 'plan' | 'default' | 'yolo';
  /** Calls whose arguments a person changed on the card, by their id; their results begin with a line that says so. */
  edited: ReadonlyMap<string, { by: string }>;
}

/** The server whose tools the offline model knows. */
export const OWN_SERVER = 'amber';
/** Of its files some can be read. */
export const WORKSPACE_SERVER = 'workspace';
export const NOTHING: ResolvedTurn = { tools: [], denied: [], mode: 'default', edited: new Map() };
