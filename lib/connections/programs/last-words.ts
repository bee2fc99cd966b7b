/** The newest lines that a program wrote beside its answers, for admins: bounded, nothing unseen in them. */
import { storable, visible } from '@/lib/text';
import { Lines } from './lines';

const MOST_LINES = 50;
const LONGEST_LINE = 500;
/** A longer line is no line for people. */
const LINE_BYTES = 64_000;
/** The colours of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

export class LastWords {
  private readonly kept: string[] = [];
  private readonly lines = new Lines(LINE_BYTES, {
    onLine: (text) => this.add(text),
    onTooLong: () => this.add('[a line too long to be kept]'),
  });

  /** What was written to standard error. */
  hear(chunk: Uint8Array): void {
    this.lines.add(chunk);
  }

  add(line: string): void {
    const text = visible(storable(line.slice(0, LONGEST_LINE)).replace(COLOURS, ''));
    this.kept.push(line.length > LONGEST_LINE ? `${text}…` : text);
    if (this.kept.length > MOST_LINES) this.kept.shift();
  }

  /** Oldest first. */
  all(): readonly string[] {
    return this.kept;
  }

  last(): string | undefined {
    return this.kept.at(-1);
  }
}
