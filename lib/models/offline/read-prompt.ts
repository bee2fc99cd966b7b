/** The prompt as the offline model sees it: what is asked now, what came before, what was called for it so far. */
import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { readEditNote } from '../edit-note';
import { readNotAllowed } from '../not-allowed';
import { type Outcome, readOutcome } from './read-outcome';

export interface MadeCall {
  id: string;
  tool: string;
  /** The arguments as it ran. */
  input: Record<string, unknown>;
  /** Somebody changed the arguments on the card; `given` are those that were called with. */
  edited?: { by: string; given: Record<string, unknown> };
  outcome: Outcome;
}

/** One message of a person, and what was said and called in answer to it. */
export interface Exchange {
  request: string;
  /** What was said in answer, joined. */
  answer: string;
  calls: MadeCall[];
  /** How many times calls were made: several calls made at once are one step. */
  steps: number;
}

/** Oldest first; the last one is being answered. Empty when no person has said anything. */
export function readPrompt(prompt: LanguageModelV4Prompt): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of prompt) {
    if (message.role === 'user') {
      exchanges.push({ request: textOf(message.content), answer: '', calls: [], steps: 0 });
      continue;
    }
    const current = exchanges.at(-1);
    if (current && message.role !== 'system') readReply(message, current);
  }
  return exchanges;
}

type Reply = Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>;

function readReply(message: Reply, exchange: Exchange): void {
  let called = false;
  for (const part of message.content) {
    if (part.type === 'text') exchange.answer += part.text;
    if (part.type === 'tool-call') {
      called = true;
      const input = recordOf(part.input);
      exchange.calls.push({ id: part.toolCallId, tool: part.toolName, input, outcome: { kind: 'missing' } });
    }
    if (part.type === 'tool-result') {
      const call = exchange.calls.find((made) => made.id === part.toolCallId);
      if (call) Object.assign(call, resultOf(part.output));
    }
  }
  if (called) exchange.steps += 1;
}

/** What came of a call, and what a person changed about it before. */
function resultOf(output: LanguageModelV4ToolResultOutput): Pick<MadeCall, 'outcome' | 'edited'> {
  const read = output.type === 'text' || output.type === 'error-text' ? readEditNote(output.value) : null;
  if (!read || (output.type !== 'text' && output.type !== 'error-text'))
    return { outcome: readOutcome(output) };
  const { by, before } = read.note;
  const outcome = readOutcome({ ...output, value: read.rest });
  return { outcome, edited: { by, given: recordOf(before) } };
}

function textOf(content: ReadonlyArray<{ type: string; text?: string }>): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n');
}

function recordOf(input: unknown): Record<string, unknown> {
  if (typeof input === 'string') {
    try {
      return recordOf(JSON.parse(input));
    } catch {
      return {};
    }
  }
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
}

/** Names of the tools that people have denied, as the instructions tell them. */
export function deniedIn(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) => (message.role === 'system' ? readNotAllowed(message.content) : []));
}

/** At the beginning of a line: what servers say of themselves is quoted, and never stands there. */
const CARDLESS = /^The chat is in yolo mode:/m;

/** Whether the instructions say that destructive tools run without a card. */
export function isCardless(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some((message) => message.role === 'system' && CARDLESS.test(message.content));
}
