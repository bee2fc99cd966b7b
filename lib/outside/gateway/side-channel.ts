/**
 * Messages that we add to the open answer of a request, besides what the library sends: questions to a client older
 * than 2026-07-28.
 */

const encoder = new TextEncoder();

export class SideChannel {
  private early: string[] = [];
  private out: ReadableStreamDefaultController<Uint8Array> | undefined;
  private isOver = false;

  /** Sends a protocol message between two of the library's. It is lost once the answer is over. */
  say(message: object): void {
    if (this.isOver) return;
    const event = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
    if (this.out) this.out.enqueue(encoder.encode(event));
    else this.early.push(event);
  }

  /** The answer with our messages added, if it is a stream. */
  within(answer: Response): Response {
    const isStream = answer.headers.get('content-type')?.includes('text/event-stream');
    if (!isStream || !answer.body) {
      this.isOver = true;
      return answer;
    }
    const { status, statusText, headers } = answer;
    return new Response(this.joined(answer.body.getReader()), { status, statusText, headers });
  }

  private joined(reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
    const pump = async (out: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          if (!this.isOver) out.enqueue(piece.value);
        }
        if (!this.isOver) out.close();
      } catch (error) {
        if (!this.isOver) out.error(error);
      }
      this.isOver = true;
    };
    return new ReadableStream<Uint8Array>({
      start: (out) => {
        this.out = out;
        for (const event of this.early.splice(0)) out.enqueue(encoder.encode(event));
        void pump(out);
      },
      cancel: (reason) => {
        this.isOver = true;
        return reader.cancel(reason);
      },
    });
  }
}
