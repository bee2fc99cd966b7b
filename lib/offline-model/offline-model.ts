import 'server-only';
/**
 * The offline model: a provider of our own for the SDK's language-model interface, for trying Amber out. Fixed rules,
 * no learning, no network. It handles a few requests with Amber's own tools, asks when it is not sure, and otherwise
 * says what it can do.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { nextMove } from './engine';
import { NOTHING, type ResolvedTurn } from './resolved-turn';
import { contentOf, finishOf, NO_USAGE, streamOf } from './stream-move';

export interface OfflineSettings {
  /** Pause between two words of an answer; 0 sends it all at once. */
  delayMs?: number;
  /** What "today" is; for tests. */
  now?: () => Date;
}

const MODEL_ID = 'offline';
const NATURAL_PACE_MS = 14;

/** @param turn the turn's tools as they were resolved; without it nothing is called */
export function offlineModel(
  { delayMs = NATURAL_PACE_MS, now = () => new Date() }: OfflineSettings = {},
  turn: ResolvedTurn = NOTHING,
): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'amber',
    modelId: MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const move = nextMove(options, turn, now());
      return { content: contentOf(move), finishReason: finishOf(move), usage: NO_USAGE, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const move = nextMove(options, turn, now());
      return { stream: streamOf(move, MODEL_ID, delayMs, options.abortSignal) };
    },
  };
}
