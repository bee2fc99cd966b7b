/** One reason for which an API refuses a whole request, from a public report. */
import type { Place, SentTool } from './walk.ts';

export type Api = 'openai' | 'anthropic' | 'gemini' | 'llama.cpp';

export interface Rule {
  id: string;
  api: Api;
  /** The report: the message below is from there. */
  source: string;
  /** For a schema inside a tool's parameters. */
  refuses?(place: Place): boolean;
  /** For a tool as a whole. */
  refusesTool?(tool: SentTool): boolean;
  /** The API's message, for the tool at `index`. */
  says(tool: SentTool, index: number, place: Place): string;
  /** Why our schemas break this rule at first: another API requires the opposite. */
  unmet?: string;
}
