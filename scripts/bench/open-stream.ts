/** A stream of server-sent events that is kept open, with what it has received so far. */
import { randomUUID } from 'node:crypto';
import type { Session } from '../../e2e/session.ts';

export class OpenStream {
  text = '';
  private readonly reader: ReadableStreamDefaultReader<string>;

  private constructor(body: ReadableStream<string>) {
    this.reader = body.getReader();
    // An interruption leaves the text short, which is what is checked.
    this.read().catch(() => {});
  }

  static async get(session: Session, path: string): Promise<OpenStream> {
    return OpenStream.of(await session.fetch('GET', path));
  }

  static async ask(session: Session, chatId: string, text: string): Promise<OpenStream> {
    const message = { id: randomUUID(), text };
    return OpenStream.of(await session.fetch('POST', '/api/chat', { chatId, message }));
  }

  private static async of(response: Response): Promise<OpenStream> {
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.status !== 200 || !isEvents || !response.body) {
      throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
    }
    return new OpenStream(response.body.pipeThrough(new TextDecoderStream()));
  }

  /** The text of the answer in a stream. */
  get saidText(): string {
    const whole = this.text.slice(0, this.text.lastIndexOf('\n\n') + 1);
    const chunks = [...whole.matchAll(/^data: (\{.*\})$/gm)].map((line) => JSON.parse(line[1] ?? ''));
    return chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
  }

  async close(): Promise<void> {
    await this.reader.cancel().catch(() => {});
  }

  private async read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.reader.read();
      if (done) return;
      this.text += value;
    }
  }
}
