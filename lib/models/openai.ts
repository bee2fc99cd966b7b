import 'server-only';

/** A model of OpenAI or of a server that speaks like it, over either of the two interfaces. */
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '@/lib/env';
import type { Fetch } from '@/lib/transport/http-transport';
import { bounding } from './bounded-answers';
import { handingOver, type ReadMarked } from './hand-over';
import { merging } from './merge-events';
import { type Input, inputOf } from './model-input';
import { withModelSchemas } from './schema/with-model-schemas';

/** Said each time: the library would take an address from the environment, which another model's key may not go to. */
export const OPENAI = 'https://api.openai.com/v1';

export type ProviderOptions = Record<string, Record<string, string | boolean>>;

export interface OpenAiModel {
  model: LanguageModelV4;
  /** Belongs into every call of the model. */
  providerOptions: ProviderOptions;
  input: Input;
  /** The same model, which is handed what results hold other than text; absent: it takes text alone. */
  handed?(read: ReadMarked): LanguageModelV4;
}

/**
 * `responses` speaks `/responses`, where `store: false` keeps the conversation out of the provider's storage
 * and sends the history in full, which is ours anyway. `chat` speaks `/chat/completions`, which has no such
 * storage; compatible servers may refuse a field they do not know, so nothing is added there.
 * @param reach how its address is asked; absent: as any that the operator gave
 */
export function openAiModel(settings: ModelSettings, reach?: Fetch): OpenAiModel {
  const ask: typeof fetch = reach
    ? (url, init) => reach(String(url), init ?? {})
    : (...asked) => fetch(...asked);
  const { apiKey, baseUrl = OPENAI } = settings;
  const provider = createOpenAI({ apiKey, baseURL: baseUrl, fetch: merging(bounding(ask)) });
  const { api, model: name } = settings;
  const spoken = api === 'chat' ? provider.chat(name) : provider.responses(name);
  const input = inputOf(settings);
  return {
    ...{ model: withModelSchemas(spoken), input },
    providerOptions: api === 'chat' ? {} : { openai: { store: false } },
    ...(input !== 'text' && { handed: (read) => withModelSchemas(handingOver(spoken, { api, read })) }),
  };
}
