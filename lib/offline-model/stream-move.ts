/** A move as the stream parts of the SDK's language-model interface: text word by word, then the calls. */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Move } from './desk';

const TEXT_ID = 'text';
/** However long an answer is, it is streamed within about this time. */
const LONGEST_MS = 1500;

/** Text first: what a call will do is said before the call. */
export function contentOf(move: Move): LanguageModelV4Content[] {
  const calls = move.calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: `call_${randomUUID()}`,
    toolName: call.tool,
    input: JSON.stringify(call.input),
  }));
  return move.say === '' ? calls : [{ type: 'text', text: move.say }, ...calls];
}

export function finishOf(move: Move): { unified: 'stop' | 'tool-calls'; raw: string } {
  return move.calls.length > 0
    ? { unified: 'tool-calls', raw: 'tool-calls' }
    : { unified: 'stop', raw: 'stop' };
}

/** No usage is counted: rules use no tokens. */
export const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * @param delayMs between two words, less if the answer is long; 0 sends all at once
 * @param signal aborts the stream, even during a pause
 */
export function streamOf(
  move: Move,
  modelId: string,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = partsOf(move, modelId, delayMs);
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        signal?.throwIfAborted();
        const next = parts.next();
        if (next.done) return controller.close();
        if (next.value.pause > 0) await wait(next.value.pause, undefined, { signal });
        controller.enqueue(next.value.part);
      } catch (error) {
        controller.error(signal?.aborted ? signal.reason : error);
      }
    },
  });
}

function* partsOf(
  move: Move,
  modelId: string,
  delayMs: number,
): Generator<{ part: LanguageModelV4StreamPart; pause: number }> {
  const now = (part: LanguageModelV4StreamPart) => ({ part, pause: 0 });
  yield now({ type: 'stream-start', warnings: [] });
  yield now({ type: 'response-metadata', id: randomUUID(), modelId, timestamp: new Date() });
  for (const content of contentOf(move)) {
    if (content.type === 'text') {
      yield now({ type: 'text-start', id: TEXT_ID });
      const words = delayMs === 0 ? [content.text] : content.text.split(/(?<=\s)(?=\S)/);
      const pause = Math.min(delayMs, LONGEST_MS / words.length);
      for (const delta of words) yield { part: { type: 'text-delta', id: TEXT_ID, delta }, pause };
      yield now({ type: 'text-end', id: TEXT_ID });
    }
    if (content.type === 'tool-call') {
      const { toolCallId: id, toolName, input } = content;
      yield now({ type: 'tool-input-start', id, toolName });
      yield now({ type: 'tool-input-delta', id, delta: input });
      yield now({ type: 'tool-input-end', id });
      yield now(content);
    }
  }
  yield now({ type: 'finish', finishReason: finishOf(move), usage: NO_USAGE });
}
