/** One thing that an API refuses a whole request for, as somebody has met it in public. */
import type { Place, SentTool } from './walk.ts';

export type Api = 'openai' | 'anthropic' | 'gemini' | 'llama.cpp';

export interface Rule {
  id: string;
  api: Api;
  /** Where it was seen: the message below is from there. */
  source: string;
  /** Of a schema within a tool's parameters. */
  refuses?(place: Place): boolean;
  /** Of a tool as a whole. */
  refusesTool?(tool: SentTool): boolean;
  /** What the API says, of the tool at `index`. */
  says(tool: SentTool, index: number, place: Place): string;
  /**
   * Why schemas for the model do break it at first: what another API wants is the opposite.
   */
  unmet?: string;
}
