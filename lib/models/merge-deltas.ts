import 'server-only';

/**
 * Text deltas that arrive together leave together. Every delta costs the run, its log and the page the same
 * however short it is, so a fast model's hundreds of them are joined before anyone handles them. A delta is
 * held for one turn of the event loop at most: a slow model's words pass one by one, as they come. The first
 * words do not wait for the rest to be read: somebody looks at an empty page.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';

type Part = LanguageModelV4StreamPart;

/** The same model, whose neighbouring text and tool-input deltas of one turn of the event loop are one. */
export function mergeDeltas(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ doStream }) => {
        const result = await doStream();
        return { ...result, stream: mergeStream(result.stream) };
      },
    },
  });
}

/** Cancelling the merged stream cancels `source`; an error of `source` comes after all that came before it. */
export function mergeStream(source: ReadableStream<Part>): ReadableStream<Part> {
  const reader = source.getReader();
  const arrivals: Arrivals = { parts: [], isOpening: true, more: Promise.withResolvers() };
  return new ReadableStream<Part>(
    {
      start() {
        void readAll(reader, arrivals);
      },
      async pull(controller) {
        if (arrivals.parts.length === 0 && !arrivals.end) {
          arrivals.more = Promise.withResolvers();
          await arrivals.more.promise;
        }
        if (!arrivals.isOpening) await turnOfTheEventLoop();
        const parts = arrivals.parts.splice(0);
        for (const part of parts) controller.enqueue(part);
        // An error would drop what is still queued: it waits until that has been read.
        if (parts.length > 0 || !arrivals.end) return;
        if ('error' in arrivals.end) controller.error(arrivals.end.error);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What was read and not yet handed on. */
interface Arrivals {
  parts: Part[];
  end?: { error?: unknown };
  /** Until the first words are out nothing waits for company. */
  isOpening: boolean;
  /** Resolved with the next part, and with the end. */
  more: PromiseWithResolvers<void>;
}

async function readAll(reader: ReadableStreamDefaultReader<Part>, arrivals: Arrivals): Promise<void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { type } = next.value;
      append(arrivals.parts, next.value);
      if (type === 'tool-input-delta') arrivals.isOpening = false;
      arrivals.more.resolve();
      if (!arrivals.isOpening || type !== 'text-delta') continue;
      // Handed on in this turn, sent to the client in the next.
      await turnOfTheEventLoop();
      arrivals.isOpening = false;
      await turnOfTheEventLoop();
    }
    arrivals.end = {};
  } catch (error) {
    arrivals.end = { error };
  }
  arrivals.more.resolve();
}

/** Lets everything that is already there be read first. */
function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A delta that says something of its own (provider metadata) stays apart. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const joins =
    (part.type === 'text-delta' || part.type === 'tool-input-delta') &&
    last?.type === part.type &&
    last.id === part.id &&
    !part.providerMetadata &&
    !last.providerMetadata;
  if (joins) parts[parts.length - 1] = { ...last, delta: last.delta + part.delta };
  else parts.push(part);
}
