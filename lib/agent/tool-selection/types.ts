/** What the selection needs to know of a tool, and what it tells of its choice. */
import type { Risk } from '@/mcp/annotations';

/** A tool as far as choosing goes; a `ConnectedTool` is one. */
export interface SelectableTool {
  /** Name of the connection. */
  server: string;
  /** The server's own name of the tool. */
  name: string;
  /** What the model knows it by; unambiguous within a list. */
  modelName: string;
  title: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  /** Whether somebody vouches for the server. What is not vouched for is destructive whatever it declares. */
  trusted: boolean;
  risk: Risk;
  /** The hints as the server declared them, which nobody need vouch for. Absent: none. */
  declared?: Record<string, unknown>;
  /** Changes when anything the server declared of the tool does. */
  definitionHash: string;
}

/** Where a word of a message was found. */
export const FIELDS = ['name', 'title', 'description', 'server', 'parameters'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * What a score is made of; the parts add up to it. `meaning` is less than zero for a tool that is further from the
 * message than others; `prior` is what the risk took away, zero or less; `named` what naming the tool or its server added.
 */
export type ScoreParts = Record<Field | 'memory' | 'meaning' | 'prior' | 'named', number>;

/** A tool that has something to do with a message. */
export interface Hit<Tool extends SelectableTool = SelectableTool> {
  tool: Tool;
  /** More is better; comparable within one message only. */
  score: number;
  /** Only where an explanation was asked for. */
  parts?: ScoreParts;
  /** The message says its very name. */
  isNamed?: true;
}

/**
 * Takes tools out before anything is ranked: the name of the rule that does, for people to read; nothing when the tool
 * may be offered.
 */
export type Filter<Tool extends SelectableTool = SelectableTool> = (tool: Tool) => string | undefined;
