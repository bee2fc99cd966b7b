import 'server-only';

/** A model of OpenAI or of a compatible server, over either of the two APIs. */
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '@/lib/env';
import type { Fetch } from '@/lib/transport/http-transport';
import { bounding } from './bounded-answers';
import { handingOver, type ReadMarked } from './hand-over';
import { merging } from './merge-events';
import { type Input, inputOf } from './model-input';
import { withModelSchemas } from './schema/with-model-schemas';

/**
 * Always passed explicitly: otherwise the library would take an address from the environment, to which another model's
 * key must not go.
 */
export const OPENAI = 'https://api.openai.com/v1';

export type ProviderOptions = Record<string, Record<string, string | boolean>>;

export interface OpenAiModel {
  model: LanguageModelV4;
  /** To be passed with every call of the model. */
  providerOptions: ProviderOptions;
  input: Input;
  /** The same model, which also gets the files in results; absent if it accepts text only. */
  handed?(read: ReadMarked): LanguageModelV4;
}

/**
 * `responses` uses `/responses`, where `store: false` keeps the conversation out of the provider's storage and the full
 * history, which we have anyway, is sent each time. `chat` uses `/chat/completions`, which has no such storage;
 * compatible servers may reject unknown fields, so nothing is added there.
 * @param reach how its address is reached; absent: without restrictions, as for any address that the operator gave
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
    model: withModelSchemas(spoken),
    input,
    providerOptions: api === 'chat' ? {} : { openai: { store: false } },
    ...(input !== 'text' && { handed: (read) => withModelSchemas(handingOver(spoken, { api, read })) }),
  };
}
