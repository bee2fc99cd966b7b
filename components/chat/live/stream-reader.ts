/**
 * The SDK's part of an open chat: sends a message, and reads an answer as it streams. Loaded separately from the page,
 * which shows stored messages without it: it is a tenth of the page's code.
 */
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  HttpChatTransport,
  type HttpChatTransportInitOptions,
  jsonSchema,
  parseJsonEventStream,
  type UIMessageChunk,
} from 'ai';
import type { AmberMessage } from '@/lib/runs/chat-view';

/** How a chat reaches its server, and what it does with a finished answer. */
export interface Wires extends Pick<ChatInit<AmberMessage>, 'generateId' | 'onFinish'> {
  requests: HttpChatTransportInitOptions<AmberMessage>;
}

/**
 * The SDK's own transport also validates each chunk, with a library that is an eighth of the page's code; ours come
 * from our server.
 */
class ChunkTransport extends HttpChatTransport<AmberMessage> {
  /** A resumed stream starts at the beginning of the answer. */
  readonly resumeStreamIsReplay = true;

  protected processResponseStream(stream: ReadableStream<Uint8Array>): ReadableStream<UIMessageChunk> {
    const chunks = parseJsonEventStream({ stream, schema: jsonSchema<UIMessageChunk>({}) });
    return chunks.pipeThrough(
      new TransformStream({
        transform: (chunk, controller) => {
          if (!chunk.success) throw chunk.error;
          controller.enqueue(chunk.value);
        },
      }),
    );
  }
}

export class StreamReader extends AbstractChat<AmberMessage> {
  /** @param state that it writes, and the page shows */
  constructor(state: ChatState<AmberMessage>, { requests, ...init }: Wires) {
    super({ ...init, state, transport: new ChunkTransport(requests) });
  }
}
