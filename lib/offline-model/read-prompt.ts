/**
 * The prompt as the offline model sees it: the current request, the earlier ones, and the calls made so far for each.
 */
import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { type Outcome, readOutcome } from './read-outcome';
import type { ResolvedTurn } from './resolved-turn';

export interface MadeCall {
  id: string;
  tool: string;
  /** The arguments with which it ran. */
  input: Record<string, unknown>;
  /** The person who edited the arguments on the card. */
  editedBy?: string;
  outcome: Outcome;
}

/** One message of a person, and the calls made to answer it. */
export interface Exchange {
  request: string;
  /** Names of the files attached to it; their contents are not read. */
  files: string[];
  calls: MadeCall[];
}

/** Oldest first; the last one is being answered. Empty if there is no message of a person yet. */
export function readPrompt(prompt: LanguageModelV4Prompt, edited: ResolvedTurn['edited']): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of prompt) {
    const current = exchanges.at(-1);
    if (message.role === 'user') {
      const files = message.content.flatMap((part) => fileOf(part) ?? []);
      const said = message.content.filter((part) => fileOf(part) === undefined);
      const request = said.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      exchanges.push({ request, files, calls: [] });
    } else if (current && message.role !== 'system') readReply(message, current, edited);
  }
  return exchanges;
}

/** The name of the file that a part came from. */
function fileOf({ providerOptions }: { providerOptions?: SharedV4ProviderOptions }): string | undefined {
  const name = providerOptions?.amber?.file;
  return typeof name === 'string' ? name : undefined;
}

type Reply = Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>;

function readReply({ content }: Reply, { calls }: Exchange, edited: ResolvedTurn['edited']): void {
  for (const part of content) {
    if (part.type === 'tool-call') {
      const outcome: Outcome = { kind: 'missing' };
      calls.push({ id: part.toolCallId, tool: part.toolName, input: recordOf(part.input), outcome });
    }
    if (part.type !== 'tool-result') continue;
    const call = calls.find((made) => made.id === part.toolCallId);
    if (!call) continue;
    const edit = edited.get(call.id);
    if (edit) call.editedBy = edit.by;
    const { output } = part;
    const hasNote = edit && (output.type === 'text' || output.type === 'error-text');
    // The first line is Amber's own note about the edit.
    call.outcome = readOutcome(
      hasNote ? { ...output, value: output.value.replace(/^[^\n]*\n?/, '') } : output,
    );
  }
}

function recordOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'string') return { ...Object(input) };
  try {
    return recordOf(Object(JSON.parse(input)));
  } catch {
    return {};
  }
}
