import 'server-only';
/**
 * A run's stream as an answer over HTTP: an AI SDK UI message stream, as `createUIMessageStreamResponse` makes it.
 * What comes within one turn of the event loop leaves as one piece, pieces of one text as one chunk, so that a
 * fast model's answer costs a few writes and not one for each of its chunks.
 */
import { UI_MESSAGE_STREAM_HEADERS } from 'ai';
import { appendMerged, type Chunk, type Live } from './live';

const encoder = new TextEncoder();
const END = 'data: [DONE]\n\n';

/** The run from its beginning: what was said, then what comes. A client that goes away changes nothing else. */
export function followResponse(live: Live): Response {
  return new Response(bytesOf(live), { headers: UI_MESSAGE_STREAM_HEADERS });
}

function bytesOf(live: Live): ReadableStream<Uint8Array> {
  let leave = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const pending: Chunk[] = [...live.chunks];
      let isOver = live.isOver;
      let timer: NodeJS.Immediate | undefined;
      const flush = () => {
        timer = undefined;
        const text = pending.splice(0).map(eventOf).join('') + (isOver ? END : '');
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (isOver) controller.close();
      };
      const unsubscribe = live.subscribe((chunk) => {
        if (chunk) appendMerged(pending, chunk);
        else isOver = true;
        timer ??= setImmediate(flush);
      });
      leave = () => {
        unsubscribe();
        clearImmediate(timer);
      };
      flush();
    },
    cancel: () => leave(),
  });
}

function eventOf(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
