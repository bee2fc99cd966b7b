/** What the selection needs to know about a tool, and what it reports about its choice. */
import type { Risk } from '@/mcp/annotations';

/** A tool as the selection sees it; a `ConnectedTool` is one. */
export interface SelectableTool {
  /** Name of the connection. */
  server: string;
  /** The server's own name of the tool. */
  name: string;
  /** The model's name for it; unique within a list. */
  modelName: string;
  title: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  /** Whether the server is vouched for. Otherwise a tool is destructive whatever it declares. */
  trusted: boolean;
  risk: Risk;
  /** The hints as the server declared them, vouched for or not. Absent: none. */
  declared?: Record<string, unknown>;
  /** Changes with anything that the server declares about the tool. */
  definitionHash: string;
}

/** Where a word of a message was found. */
export const FIELDS = ['name', 'title', 'description', 'server', 'parameters'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * The parts of a score, which add up to it. `meaning` is negative for a tool that is further from the message than
 * others; `prior` is what the risk subtracted, zero or less; `named` what naming the tool or its server added.
 */
export type ScoreParts = Record<Field | 'memory' | 'meaning' | 'prior' | 'named', number>;

/** A tool that has something to do with a message. */
export interface Hit<Tool extends SelectableTool = SelectableTool> {
  tool: Tool;
  /** Higher is better; comparable only within one message. */
  score: number;
  /** Only if an explanation was asked for. */
  parts?: ScoreParts;
  /** The message names it exactly. */
  isNamed?: true;
}

/**
 * Excludes tools before anything is ranked: returns the name of the rule, for people to read; nothing if the tool may
 * be offered.
 */
export type Filter<Tool extends SelectableTool = SelectableTool> = (tool: Tool) => string | undefined;
