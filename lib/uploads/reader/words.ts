/**
 * Collects the text of a file up to the limit for one. Node runs this folder without compiling it, so it can only strip
 * types.
 */

export class Words {
  private readonly pieces: string[] = [];
  private length = 0;
  /** There is more text than is kept. */
  isFull = false;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** @returns whether there is room for more */
  add(text: string): boolean {
    const piece = text.slice(0, this.most - this.length);
    this.pieces.push(piece);
    this.length += piece.length;
    if (piece.length < text.length) this.isFull = true;
    return !this.isFull;
  }

  get text(): string {
    return this.pieces.join('').toWellFormed();
  }
}

/** Why a file cannot be read, in words for the person who chose it: a clause that follows its name. */
export class Unreadable extends Error {}
