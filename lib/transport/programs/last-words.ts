/**
 * The latest lines that a program wrote to standard error, for admins: bounded, without invisible characters. They are
 * cleaned only when somebody reads them, and only the end of a flood is looked at, since a program may write faster
 * than we read.
 */
import { storable, visible } from '@/lib/values/text';
import type { Clean } from '../secrets';
import { Lines } from './lines';

const MOST_LINES = 50;
const LONGEST_LINE = 500;
/** How much of a line is cleaned. */
const MOST_CLEANED = 2_000;
/** Longer lines are not meant for people. */
const LINE_BYTES = 64_000;
/** Terminal colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

/** Lines of a stack trace, the marks around it, and what Node.js and Python print after and before it. */
const FRAME =
  /^\s*(?:at .+|[{}^~\s|]+|\.\.\. .*|File ".+", line \d+.*|Node\.js v\d.*|Traceback .*|node:\S+:\d+|throw .*|Require stack:|- \/.*|\w+: .*,|code: .*)$/;
/** `TypeError: ...`, `Error [ERR_X]: ...`, `panic: ...`. */
const NAMED_ERROR =
  /(?:\b[A-Za-z.]*(?:Error|Exception)(?: \[\w+\])?|\bpanic|\bfatal|\bFATAL|\bERROR\b|\berror)\]?:\s*\S/;
const ERROR =
  /\b(?:error|fatal|panicked|failed|fails|cannot|could not|unable|missing|required|invalid|denied|refused|not found)\b/i;

interface Kept {
  /** As written; dropped once it has been read. */
  raw?: string;
  shown?: string;
}

export class LastWords {
  private readonly kept: Kept[] = [];
  /** How many of the lines come from the program that is running now. */
  private fresh = 0;
  private readonly lines = new Lines(LINE_BYTES, {
    onLine: (text) => this.add(text),
    onTooLong: () => this.add('[a line too long to be kept]'),
  });

  /** @param clean removes what nobody may read */
  constructor(private readonly clean: Clean = (text) => text) {}

  /** A program has been started: earlier lines are not about it. */
  begin(): void {
    this.lines.end();
    this.fresh = 0;
  }

  /** The program has exited: its last line may have no line end. */
  end(): void {
    this.lines.end();
  }

  /** Takes a chunk of standard error. */
  hear(chunk: Uint8Array): void {
    const from = newestLines(chunk);
    // An unfinished line from before is older than everything that is kept.
    if (from > 0) this.lines.add(NEWLINE);
    this.lines.add(chunk.subarray(from));
  }

  add(line: string): void {
    this.kept.push({ raw: line });
    this.fresh = Math.min(this.fresh + 1, MOST_LINES);
    if (this.kept.length > MOST_LINES) this.kept.shift();
  }

  /** Oldest first. */
  all(): readonly string[] {
    return this.kept.map((line) => this.read(line));
  }

  /** Cleaned before it is cut, since a cut could leave half a secret; each line only once. */
  private read(line: Kept): string {
    if (line.shown !== undefined) return line.shown;
    const bare = (line.raw ?? '').replace(COLOURS, '');
    const whole = this.clean(bare, MOST_CLEANED);
    const text = visible(storable(whole.slice(0, LONGEST_LINE)));
    line.shown = whole.length > LONGEST_LINE ? `${text}…` : text;
    delete line.raw;
    return line.shown;
  }

  /** Of the latest lines, the one that most likely says what went wrong. */
  telling(): string | undefined {
    const lines = this.fresh === 0 ? [] : this.all().slice(-this.fresh);
    const words = lines.filter((line) => line.trim() !== '' && !FRAME.test(line));
    const named = words.find((line) => NAMED_ERROR.test(line)) ?? words.find((line) => ERROR.test(line));
    return (named ?? words.at(-1))?.trim();
  }
}

const NEWLINE = Buffer.from('\n');

/** Where the latest lines begin in a chunk that holds more than are kept; otherwise 0. Empty lines do not count. */
function newestLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.length - 1; at > 0; at--) {
    const isEnd = chunk[at - 1] === 10 && chunk[at] !== 10 && chunk[at] !== 13;
    if (isEnd) lines += 1;
    if (isEnd && lines > MOST_LINES) return at;
  }
  return 0;
}
