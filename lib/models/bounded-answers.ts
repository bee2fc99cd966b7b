import 'server-only';
/**
 * Limits what is taken of a model server's answer: a compromised server could answer without end, and this process
 * holds an answer in full until it is read.
 */
import { mapStream } from '@/lib/values/map-stream';

/** The most bytes taken of an error answer; more would not say more. */
const MOST_OF_REFUSAL = 100_000;
/**
 * The most bytes of an answer in one piece; of one that streams; and of a line in a stream, which is assembled before
 * it is read.
 */
const MOST_WHOLE = 16_000_000;
const MOST_STREAMED = 64_000_000;
const MOST_OF_LINE = 8_000_000;

const NEWLINE = 10;

/** Wraps a `fetch`: an error answer is cut at its limit, any other fails there. */
export function bounding(ask: typeof fetch): typeof fetch {
  return async (...asked) => {
    const response = await ask(...asked);
    const { body, headers, status, statusText, ok } = response;
    if (!body) return response;
    const isStreamed = headers.get('content-type')?.startsWith('text/event-stream') === true;
    const bounded = ok
      ? within(body, isStreamed ? MOST_STREAMED : MOST_WHOLE, isStreamed)
      : beginningOf(body);
    return new Response(bounded, { status, statusText, headers });
  };
}

function within(source: ReadableStream<Uint8Array>, most: number, isInLines: boolean) {
  let [size, line] = [0, 0];
  return mapStream(source, (piece) => {
    const last = piece.lastIndexOf(NEWLINE);
    size += piece.length;
    line = last < 0 ? line + piece.length : piece.length - last - 1;
    if (size > most || (isInLines && line > MOST_OF_LINE)) throw tooLong();
    return piece;
  });
}

const tooLong = () =>
  new Error('The model\u2019s answer is longer than what is taken of one. Ask for less at once.');

function beginningOf(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let room = MOST_OF_REFUSAL;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (value) controller.enqueue(value.subarray(0, room));
      room -= value?.length ?? 0;
      if (!done && room > 0) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
