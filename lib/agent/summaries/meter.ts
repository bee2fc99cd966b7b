/**
 * How much of the model's context window a step has taken: as its provider counts, or estimated if that reports
 * nothing.
 */
import type { TextStreamPart, ToolSet } from 'ai';
import type { TurnModel } from '@/lib/models/turn-model';
import { MAX_CHARACTERS } from './fit';

/** Stored with an answer, for its last step. */
export interface Taken {
  /** Read and written, in tokens. */
  tokens: number;
  /** The provider did not report it. */
  estimated?: true;
  /** The model's context window, in tokens. */
  window: number;
  /** The model's real limit is unknown: this is what Amber assumes. */
  assumed?: true;
  /** Id of the first message that was read, if older ones were left out. */
  since?: string;
}

/** For ordinary text. */
const CHARACTERS_A_TOKEN = 4;

type Part = TextStreamPart<ToolSet>;

/**
 * @param sent characters of the chat as it was sent
 * @param around characters of what accompanies it in this step: instructions and tools
 */
export function meter(
  { contextWindow }: Pick<TurnModel, 'contextWindow'>,
  sent: () => number,
  around: () => number,
  since: string | undefined,
) {
  let written = 0;
  return (part: Part): Taken | undefined => {
    written += lengthOf(part);
    if (part.type !== 'finish-step') return undefined;
    const { inputTokens = 0, outputTokens = 0 } = part.usage;
    const isTold = inputTokens > 0;
    const guess = () => Math.ceil((sent() + around() + written) / CHARACTERS_A_TOKEN);
    return {
      tokens: isTold ? inputTokens + outputTokens : guess(),
      ...(!isTold && { estimated: true as const }),
      window: contextWindow ?? MAX_CHARACTERS / CHARACTERS_A_TOKEN,
      ...(contextWindow === undefined && { assumed: true as const }),
      ...(since !== undefined && { since }),
    };
  };
}

function lengthOf(part: Part): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.text.length;
    case 'tool-call':
      return JSON.stringify(part.input ?? null).length;
    case 'tool-result':
      return JSON.stringify(part.output ?? null).length;
    default:
      return 0;
  }
}
