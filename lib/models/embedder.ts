import 'server-only';

/** A model that turns text into vectors, from OpenAI or a compatible server. */
import { createOpenAI } from '@ai-sdk/openai';
import { embedMany } from 'ai';
import type { EmbeddingSettings } from '@/lib/env';
import { bounding } from './bounded-answers';
import { OPENAI } from './openai';

export interface Embedder {
  /** Of the model and its server: vectors of different models cannot be compared. */
  id: string;
  /**
   * One vector per text, in their order and all of the same length. Asks once, without retries.
   * @throws Error if there was no answer, or an unusable one; the signal's reason
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
}

/** More dimensions than any existing model has. */
const MAX_DIMENSIONS = 8192;

export function openAiEmbedder({ apiKey, baseUrl, model }: EmbeddingSettings): Embedder {
  const ask = bounding((...asked) => fetch(...asked));
  const provider = createOpenAI({ apiKey, baseURL: baseUrl ?? OPENAI, fetch: ask });
  const options = { model: provider.embedding(model), maxRetries: 0, telemetry: { isEnabled: false } };
  return {
    id: `${baseUrl ?? 'openai'} ${model}`,
    async embed(texts, abortSignal) {
      const { embeddings } = await embedMany({ ...options, values: [...texts], abortSignal });
      if (embeddings.length !== texts.length) throw new Error('The answer has not one vector for each text.');
      const [first] = embeddings;
      const isUsual = first !== undefined && first.length > 0 && first.length <= MAX_DIMENSIONS;
      if (!isUsual || embeddings.some(({ length }) => length !== first.length)) {
        throw new Error('The answer\u2019s vectors have no common length.');
      }
      return embeddings;
    },
  };
}

/** Whether the server read the request and will never accept these texts, however often they are sent. */
export function isRefusal(error: unknown): boolean {
  return [400, 413, 422].includes(Number(statusOf(error)));
}

/** What may be logged: a server's message may repeat what a person typed. */
export function describeFailure(error: unknown): Record<string, unknown> {
  const status = statusOf(error);
  return {
    name: error instanceof Error ? error.name : typeof error,
    ...(status !== undefined && { status }),
  };
}

function statusOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
}
