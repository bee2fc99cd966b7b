import 'server-only';

/**
 * Text for one client, made only as fast as it is taken: what a client does not read stays where it comes from and
 * is not copied for it, so that someone who reads nothing costs one piece of memory and holds up nobody.
 */

const encoder = new TextEncoder();

export interface Source {
  /** What is new since the last call, a piece at a time; empty when nothing is. Over: nothing more will come. */
  take(): { text: string; isOver: boolean };
  /** The client went away, or has everything. Called once. */
  closed(): void;
}

export interface PacedStream {
  body: ReadableStream<Uint8Array>;
  /** Says that there may be something to take. What comes within one turn of the event loop leaves together. */
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
