import 'server-only';
/**
 * Wraps a model to observe its requests: how long each took, how it ended, and how many tokens it used. Nothing of what
 * is said.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { mapStream } from '@/lib/values/map-stream';
import { counted, timed } from './meters';
import { openSpan } from './spans';
import { type Tally, tallyNow } from './tally';

/** The purpose of a request: an answer, or something small beside one. */
export type Use = 'turn' | 'aside';

export function seenModel(model: LanguageModelV4, use: Use): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ doStream }) => {
        const request = new SeenRequest(model, use);
        try {
          const { stream, ...rest } = await doStream();
          return {
            ...rest,
            stream: ending(
              mapStream(stream, (part) => request.hear(part)),
              request,
            ),
          };
        } catch (error) {
          request.end(isAbort(error) ? 'aborted' : 'error', error);
          throw error;
        }
      },
    },
  });
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Also notices if a stream is not read to its end. */
function ending(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  request: SeenRequest,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          request.end();
          controller.close();
        } catch (error) {
          request.end(isAbort(error) ? 'aborted' : 'error', error);
          controller.error(error);
        }
      },
      cancel: (reason) => {
        request.end('aborted');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

type Outcome = 'ok' | 'error' | 'aborted';

class SeenRequest {
  private readonly startedAt = performance.now();
  private readonly span;
  private readonly tally: Tally | undefined = tallyNow();
  private hasSpoken = false;
  private outcome: Outcome = 'ok';
  private usage: LanguageModelV4Usage | undefined;
  private isOver = false;

  constructor(
    { modelId, provider }: LanguageModelV4,
    private readonly use: Use,
  ) {
    this.span = openSpan(`chat ${modelId}`, {
      kind: 'client',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': modelId,
        'amber.use': use,
      },
    });
  }

  hear(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
    if (!this.hasSpoken && SPOKEN.has(part.type)) this.speak();
    if (part.type === 'error') this.outcome = 'error';
    if (part.type === 'finish') {
      this.usage = part.usage;
      this.span?.note({ 'gen_ai.response.finish_reasons': part.finishReason.unified });
    }
    return part;
  }

  private speak(): void {
    this.hasSpoken = true;
    const ms = performance.now() - this.startedAt;
    timed('amber_model_first_token_seconds', { use: this.use }, ms);
    this.span?.note({ 'gen_ai.server.time_to_first_token': ms / 1000 });
  }

  /** Counted once, however it is reported. */
  end(outcome: Outcome = this.outcome, error?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    const { use, usage, span, tally } = this;
    const ms = performance.now() - this.startedAt;
    const read = usage?.inputTokens.total ?? 0;
    const written = usage?.outputTokens.total ?? 0;
    counted('amber_model_requests_total', { outcome, use });
    timed('amber_model_seconds', { use }, ms);
    if (read > 0) counted('amber_model_tokens_total', { direction: 'in' }, read);
    if (written > 0) counted('amber_model_tokens_total', { direction: 'out' }, written);
    tally?.add({ ms, read, written, isError: outcome === 'error' });
    span?.note({
      'amber.outcome': outcome,
      'gen_ai.usage.input_tokens': read || undefined,
      'gen_ai.usage.output_tokens': written || undefined,
    });
    span?.end(outcome === 'error' ? (error ?? new Error('model')) : undefined);
  }
}

const SPOKEN = new Set(['text-delta', 'reasoning-delta', 'tool-input-start', 'tool-call']);
