/**
 * Checks an export without the database: whether its chain is whole up to the signed head, and if not, which row is the
 * first that was changed, removed, inserted or moved. Plain node loads this file too.
 */
import { csv } from './receipt-csv.ts';
import {
  chainHash,
  contentOf,
  type Format,
  isTold,
  jsonLines,
  type Line,
  type SignedClosing,
  START,
} from './receipt-lines.ts';
import { isSigned } from './receipt-signature.ts';

export interface Fault {
  what: 'changed' | 'removed' | 'inserted' | 'moved';
  /** The number of the receipt; `header` is the first line of a CSV, `closing` the last line. */
  row: number | 'header' | 'closing';
  /** The line of the file, from 1, where the fault was noticed. */
  line: number;
}

export interface Verdict {
  fault: Fault | null;
  /** The signature of the last line, checked with the key that it names itself. */
  signature: 'holds' | 'fails' | 'missing';
  closing: SignedClosing | null;
  /** How many receipts the file has, in full or by hash. */
  rows: number;
}

/** One row as it is in the file. */
interface Entry {
  line: number;
  /** Null: it cannot be read, or it is not written as we write it. */
  row: Line | null;
  /** The row's own hash matches its content. */
  isSound: boolean;
}

/**
 * @param text the whole file
 * @returns null if it is no export
 */
export function verifyExport(text: string): Verdict | null {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const format =
    [jsonLines, csv].find((one) => lines.some((line) => read(one.closing, one.readClosing, line))) ??
    [jsonLines, csv].find((one) => lines.some((line) => read(one.row, one.readRow, line)));
  if (!format) return null;
  const { entries, closings, header, ruined } = sorted(lines, format);
  const closing = closings[0]?.closing ?? null;
  const isGood = closing !== null && isSigned(closing);
  const fault =
    header ??
    chainFault(entries, isGood ? closing : null) ??
    ruined ??
    endFault(closings, isGood, lines.length);
  const signature = isGood ? 'holds' : closing || ruined ? 'fails' : 'missing';
  return { fault, signature, closing, rows: entries.length };
}

/** The line's value, if the line is written exactly as we write it. */
function read<Value>(
  write: (value: Value) => string,
  parse: (text: string) => Value,
  line: string,
): Value | null {
  try {
    const value = parse(line);
    return write(value) === line ? value : null;
  } catch {
    return null;
  }
}

interface Sorted {
  entries: Entry[];
  closings: { line: number; closing: SignedClosing }[];
  /** A fault of a CSV's header, or a second header. */
  header: Fault | null;
  /** There is a closing line, but it cannot be read. */
  ruined: Fault | null;
}

/** The closing line is recognised by its content, wherever it is. */
function sorted(lines: string[], format: Format): Sorted {
  const found: Sorted = { entries: [], closings: [], header: headerFault(lines, format), ruined: null };
  for (const [nth, text] of lines.entries()) {
    const row = read(format.row, format.readRow, text);
    if (text === format.header) {
      // A fault of the header itself, found before, takes precedence.
      if (nth > 0) found.header ??= { what: 'inserted', row: 'header', line: nth + 1 };
      continue;
    }
    if (nth === 0 && found.header && !row) continue;
    const closing = read(format.closing, format.readClosing, text);
    if (closing) found.closings.push({ line: nth + 1, closing });
    else found.entries.push(entryOf(nth + 1, row));
  }
  const isRuined = found.closings.length === 0 && !/^(?:\{"seq|"\d)/.test(lines.at(-1) ?? '');
  if (isRuined && found.entries.at(-1)?.row === null) {
    found.entries.pop();
    found.ruined = { what: 'changed', row: 'closing', line: lines.length };
  }
  return found;
}

function headerFault(lines: string[], { header }: Format): Fault | null {
  if (header === null || lines[0] === header) return null;
  return { what: lines.includes(header) ? 'moved' : 'changed', row: 'header', line: 1 };
}

function entryOf(line: number, row: Line | null): Entry {
  const isSound = row !== null && row.hash === chainHash(row.prev, row.seq, contentOf(row));
  return { line, row, isSound };
}

/** @param closing only if its signature holds: an unsigned one is not believed */
function chainFault(entries: Entry[], closing: SignedClosing | null): Fault | null {
  const places = placesOf(entries);
  const told = closing && toldBy(closing.told);
  const { linked, last, lastHash } = endsOf(closing);
  let prev = START;
  for (const [at, { row, isSound, line }] of entries.entries()) {
    const seq = at + 1;
    if (seq > last || !row || !isSound || row.seq !== seq || row.prev !== prev) {
      return explain({ entries, places, at, prev, last, headHash: lastHash });
    }
    const isMarked = row.isUnlinked === true;
    const isAsTold = !closing || (told?.(seq) === isTold(row) && isMarked === seq > linked);
    if (!isAsTold) return { what: 'changed', row: seq, line };
    prev = row.hash;
  }
  if (!closing) return null;
  const line = (entries.at(-1)?.line ?? 0) + 1;
  if (entries.length < last) return { what: 'removed', row: entries.length + 1, line };
  if (prev !== lastHash) return { what: 'changed', row: last, line: line - 1 };
  const head = linked > 0 ? entries[linked - 1]?.row?.hash : START;
  return head === closing.head.hash ? null : { what: 'changed', row: linked, line: line - 1 };
}

/** The number of the last linked receipt, and number and hash of the last receipt there is. */
function endsOf(closing: SignedClosing | null): {
  linked: number;
  last: number;
  lastHash: string | undefined;
} {
  if (!closing)
    return { linked: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY, lastHash: undefined };
  const { head, unlinked } = closing;
  return { linked: head.seq, last: head.seq + (unlinked?.count ?? 0), lastHash: unlinked?.hash ?? head.hash };
}

interface Place {
  entries: Entry[];
  /** For each number, the positions at which it appears. */
  places: Map<number, number[]>;
  /** The position of the first fault; everything before it is good. */
  at: number;
  /** The hash of the row before it. */
  prev: string;
  /** The number of the last receipt. */
  last: number;
  headHash: string | undefined;
}

/** Explains the first row that is not the one expected there. */
function explain(place: Place): Fault {
  const { entries, places, at, prev, last } = place;
  const { row, isSound, line } = entries[at] as Entry;
  const seq = at + 1;
  const fault = (what: Fault['what'], of: number): Fault => ({ what, row: of, line });
  const elsewhere = (places.get(seq) ?? []).filter((one) => one !== at);
  if (!row) return fault(elsewhere.length > 0 ? 'inserted' : 'changed', seq);
  const isTwice = (places.get(row.seq)?.length ?? 0) > 1;
  const isForeign = isTwice || row.seq < 1 || row.seq > last;
  if (row.seq === seq && seq <= last) {
    if (elsewhere.length > 0) return fault('inserted', seq);
    const isBeforeWrong = isSound && row.prev !== prev && at > 0 && isFollowed(place, row);
    // Rewriting the row before it gave that row a new hash as well.
    return isBeforeWrong ? { what: 'changed', row: at, line: line - 1 } : fault('changed', seq);
  }
  if (seq > last) return fault('inserted', row.seq);
  if (elsewhere.length === 0) {
    const isRenumbered = row.prev === prev && row.hash === chainHash(prev, seq, contentOf(row));
    return fault(isRenumbered || isForeign || !isSound ? 'changed' : 'removed', seq);
  }
  if (isForeign) return fault('inserted', row.seq);
  return elsewhere.includes(at + 1) ? fault('moved', row.seq) : fault('moved', seq);
}

/** Whether the next row (or the signed head) refers to this very row. */
function isFollowed({ entries, at, headHash }: Place, row: Line): boolean {
  const next = entries[at + 1]?.row;
  return next ? next.prev === row.hash : headHash === undefined || headHash === row.hash;
}

function placesOf(entries: Entry[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, { row }] of entries.entries()) {
    if (!row) continue;
    const known = places.get(row.seq);
    if (known) known.push(at);
    else places.set(row.seq, [at]);
  }
  return places;
}

/** Which receipts the closing line says are included in full. */
function toldBy(told: string): (seq: number) => boolean {
  const ranges = told.split(',').map((range) => range.split('-').map(Number));
  let at = 0;
  return (seq) => {
    while (Number((ranges[at] ?? []).at(-1)) < seq) at++;
    return Number(ranges[at]?.[0]) <= seq;
  };
}

/** A fault of the closing line, once the rows before it form a chain. */
function endFault(closings: Sorted['closings'], isGood: boolean, lines: number): Fault | null {
  const [first, second] = closings;
  if (second) return { what: 'inserted', row: 'closing', line: second.line };
  if (!first) return { what: 'removed', row: 'closing', line: lines + 1 };
  if (!isGood) return { what: 'changed', row: 'closing', line: first.line };
  return first.line === lines ? null : { what: 'moved', row: 'closing', line: first.line };
}
