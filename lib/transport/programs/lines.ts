/** Splits bytes that arrive in pieces into lines of text, without trusting their length. */

export interface LineListener {
  /** @param bytes of the line, without its line end */
  onLine(text: string, bytes: number): void;
  /** A line exceeded the limit and is left out. */
  onTooLong(): void;
}

export class Lines {
  private pieces: Uint8Array[] = [];
  private size = 0;
  private isSkipping = false;

  constructor(
    private readonly cap: number,
    private readonly listener: LineListener,
  ) {}

  add(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.keep(chunk.subarray(from, end));
      this.finish();
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
  }

  /** Nothing more will come: a rest without a line end is a line too. */
  end(): void {
    if (this.size > 0 && !this.isSkipping) this.finish();
  }

  private keep(piece: Uint8Array): void {
    if (piece.length === 0 || this.isSkipping) return;
    this.size += piece.length;
    if (this.size > this.cap) {
      this.isSkipping = true;
      this.pieces = [];
      this.listener.onTooLong();
      return;
    }
    this.pieces.push(piece);
  }

  private finish(): void {
    const line = this.isSkipping ? undefined : Buffer.concat(this.pieces);
    this.pieces = [];
    this.size = 0;
    this.isSkipping = false;
    if (!line) return;
    const text = line.toString('utf8').replace(/\r$/, '');
    if (text !== '') this.listener.onLine(text, line.length);
  }
}
