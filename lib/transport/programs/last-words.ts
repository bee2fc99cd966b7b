/** The newest lines that a program wrote beside its answers, for admins: bounded, nothing unseen in them. */
import { storable, visible } from '@/lib/values/text';
import { Lines } from './lines';

const MOST_LINES = 50;
const LONGEST_LINE = 500;
/** A longer line is no line for people. */
const LINE_BYTES = 64_000;
/** The colours of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

/** Lines of a stack, the marks around it, and what Node.js and Python say after and before it. */
const FRAME =
  /^\s*(?:at .+|[{}^~\s|]+|\.\.\. .*|File ".+", line \d+.*|Node\.js v\d.*|Traceback .*|node:\S+:\d+|throw .*|Require stack:|- \/.*|\w+: .*,|code: .*)$/;
/** `TypeError: ...`, `Error [ERR_X]: ...`, `panic: ...`. */
const NAMED_ERROR =
  /(?:\b[A-Za-z.]*(?:Error|Exception)(?: \[\w+\])?|\bpanic|\bfatal|\bFATAL|\bERROR\b|\berror)\]?:\s*\S/;
const ERROR =
  /\b(?:error|fatal|panicked|failed|fails|cannot|could not|unable|missing|required|invalid|denied|refused|not found)\b/i;

export class LastWords {
  private readonly kept: string[] = [];
  /** How many of them are of the program that runs now. */
  private fresh = 0;
  private readonly lines = new Lines(LINE_BYTES, {
    onLine: (text) => this.add(text),
    onTooLong: () => this.add('[a line too long to be kept]'),
  });

  /** @param clean takes out what nobody is to read */
  constructor(private readonly clean: (text: string) => string = (text) => text) {}

  /** A program has been started: what was written before is not about it. */
  begin(): void {
    this.lines.end();
    this.fresh = 0;
  }

  /** The program has ended: what it wrote last may have no end. */
  end(): void {
    this.lines.end();
  }

  /** What was written to standard error. */
  hear(chunk: Uint8Array): void {
    this.lines.add(chunk);
  }

  add(line: string): void {
    const whole = this.clean(line.replace(COLOURS, ''));
    const text = visible(storable(whole.slice(0, LONGEST_LINE)));
    this.kept.push(whole.length > LONGEST_LINE ? `${text}…` : text);
    this.fresh = Math.min(this.fresh + 1, MOST_LINES);
    if (this.kept.length > MOST_LINES) this.kept.shift();
  }

  /** Oldest first. */
  all(): readonly string[] {
    return this.kept;
  }

  /** Of the newest lines the one that says most likely what went wrong. */
  telling(): string | undefined {
    const lines = this.fresh === 0 ? [] : this.kept.slice(-this.fresh);
    const words = lines.filter((line) => line.trim() !== '' && !FRAME.test(line));
    const named = words.find((line) => NAMED_ERROR.test(line)) ?? words.find((line) => ERROR.test(line));
    return (named ?? words.at(-1))?.trim();
  }
}
