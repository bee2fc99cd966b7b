import 'server-only';

/**
 * The offline model: a provider of our own for the SDK's language-model interface. Rules, no learning, no network:
 * it reads the tools that it is given and the words of the request, and says so when that is not enough.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { plan } from './plan';
import { contentOf, finishOf, NO_USAGE, streamOf } from './stream-move';

export interface OfflineSettings {
  /** Pause between two words of an answer; 0 says it all at once. */
  delayMs?: number;
  /** What "today" is; for tests. */
  now?: () => Date;
}

const MODEL_ID = 'offline';
const NATURAL_PACE_MS = 14;

export function offlineModel({
  delayMs = NATURAL_PACE_MS,
  now = () => new Date(),
}: OfflineSettings = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'amber',
    modelId: MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const move = plan(options, now());
      return { content: contentOf(move), finishReason: finishOf(move), usage: NO_USAGE, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: streamOf(plan(options, now()), MODEL_ID, delayMs, options.abortSignal) };
    },
  };
}
