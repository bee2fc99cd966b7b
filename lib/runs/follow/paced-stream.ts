import 'server-only';

/**
 * Text for one client, produced only as fast as it is consumed: what a client does not read stays at its source and is
 * not copied, so that a client that reads nothing costs one piece of memory and delays nobody.
 */

const encoder = new TextEncoder();

export interface Source {
  /**
   * What is new since the last call, one piece at a time; empty if there is nothing. `isOver`: nothing more will come.
   */
  take(): { text: string; isOver: boolean };
  /** The client disconnected, or has everything. Called once. */
  closed(): void;
}

export interface PacedStream {
  body: ReadableStream<Uint8Array>;
  /** Signals that there may be something to take. What arrives within one turn of the event loop is sent together. */
  wake(): void;
}

export function pacedStream(source: Source): PacedStream {
  let resume: (() => void) | undefined;
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    source.closed();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (!isClosed) {
        const { text, isOver } = source.take();
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (isOver) {
          controller.close();
          close();
        }
        if (text !== '' || isOver) return;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
    },
    cancel: close,
  });
  const wake = () => {
    if (!resume) return;
    setImmediate(resume);
    resume = undefined;
  };
  return { body, wake };
}
