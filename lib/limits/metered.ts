import 'server-only';
/** A model whose requests are each reserved before they are made, and counted once they are over. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { AppError } from '@/lib/errors';
import { meterNow, type Tokens } from './meter';

/** The provider of the rule-based model, which costs nothing. */
const RULES = 'amber';
const CHARACTERS_A_TOKEN = 4;
/** Tokens reserved for the answer to a request. */
const ANSWER = 500;
const NOTHING: Tokens = { read: 0, written: 0 };

/**
 * @param refuse receives the reason if a request is not made, and the model then answers nothing; without it the
 * request fails with that reason
 */
export function metered(model: LanguageModelV4, refuse?: (why: string) => void): LanguageModelV4 {
  const meter = meterNow();
  if (!meter || model.provider === RULES) return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ doStream, params }) => {
        const estimate = estimateOf(params);
        const why = await meter.begin(model.modelId, estimate);
        if (why !== undefined) {
          if (!refuse) throw new AppError('too_many_requests', why);
          refuse(why);
          return { stream: silence() };
        }
        const end = (was: Tokens) => meter.end(model.modelId, estimate, was);
        try {
          const { stream, ...rest } = await doStream();
          return { ...rest, stream: counted(stream, estimate, end) };
        } catch (error) {
          end(NOTHING);
          throw error;
        }
      },
    },
  });
}

function estimateOf({ prompt, tools }: LanguageModelV4CallOptions): Tokens {
  const characters = JSON.stringify(prompt).length + JSON.stringify(tools ?? []).length;
  return { read: Math.ceil(characters / CHARACTERS_A_TOKEN), written: ANSWER };
}

/** If the provider reports no usage, or is stopped midway, the estimate counts. */
function counted(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  estimate: Tokens,
  end: (was: Tokens) => void,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let isOver = false;
  const once = (usage?: LanguageModelV4Usage) => {
    if (isOver) return;
    isOver = true;
    const { inputTokens, outputTokens } = usage ?? {};
    const isTold = inputTokens?.total !== undefined || outputTokens?.total !== undefined;
    end(isTold ? { read: inputTokens?.total ?? 0, written: outputTokens?.total ?? 0 } : estimate);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done && value.type === 'finish') once(value.usage);
          if (!done) return controller.enqueue(value);
          once();
          controller.close();
        } catch (error) {
          once();
          controller.error(error);
        }
      },
      cancel: (reason) => {
        once();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const unknown = { total: undefined };

/** An empty answer. */
function silence(): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({
        type: 'finish',
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { ...unknown, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { ...unknown, text: undefined, reasoning: undefined },
        },
      });
      controller.close();
    },
  });
}
