/**
 * A receipt as a line of an export, how its hash is made, and the last line, which says what there must be. Plain node
 * loads this file too, for `npm run verify-receipts`: only erasable TypeScript and Node's own modules.
 */
import { createHash } from 'node:crypto';

/** A receipt as it was written; its content hash covers everything but `prev` and `hash`. */
export interface ReceiptLine {
  /** From 1, without gaps. */
  seq: number;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  kind: string;
  /** JSON, byte for byte as it was hashed. */
  body: string;
  /** The hash of the receipt before it; zeros before the first. */
  prev: string;
  hash: string;
  /** Not linked yet: its number and hashes hold for this file only; another export may give it others. */
  isUnlinked?: true;
}

/** A receipt that the filters left out: just enough to prove that it is there and unchanged. */
export type LeftOutLine = Pick<ReceiptLine, 'seq' | 'prev' | 'hash' | 'isUnlinked'> & { content: string };

export type Line = ReceiptLine | LeftOutLine;

/** The last line of an export, without its signature. */
export interface Closing {
  /** How many receipts are included in full, and which: `1-3,7`. */
  count: number;
  told: string;
  /** The last linked receipt. */
  head: { seq: number; hash: string };
  /**
   * How many receipts after the head were committed but not linked yet, the hash of the last row of the file, and when
   * the oldest of them was written (ISO 8601, UTC; empty if there are none). Absent in exports of the first versions.
   */
  unlinked?: { count: number; hash: string; since: string };
  team: string;
  /** ISO 8601, UTC. */
  exportedAt: string;
  /** What was asked for. */
  filters: Record<string, string>;
  /** Ed25519: 32 bytes, base64url. */
  publicKey: string;
}

export type SignedClosing = Closing & { signature: string };

/** Stands in for the hash before the first receipt of a chain. */
export const START = '0'.repeat(64);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** SHA-256 (hex) of a receipt's content. */
export function contentHash({ at, kind, body }: Pick<ReceiptLine, 'at' | 'kind' | 'body'>): string {
  return sha256(`${at}\n${kind}\n${body}`);
}

/** SHA-256 (hex) of a receipt in its place in the chain, computed as the migrations' `receipts_link` does. */
export function chainHash(prev: string, seq: number, content: string): string {
  return sha256(`${prev}\n${seq}\n${content}`);
}

export const isTold = (line: Line): line is ReceiptLine => 'body' in line;

/** The content hash of a line, also of one whose content was left out. */
export function contentOf(line: Line): string {
  return isTold(line) ? contentHash(line) : line.content;
}

/** Reduces a receipt to its hashes. */
export function leaveOut(line: ReceiptLine): LeftOutLine {
  const { seq, prev, hash, isUnlinked } = line;
  return { seq, content: contentHash(line), prev, hash, ...(isUnlinked && { isUnlinked }) };
}

/** Writes and reads one format. A line that was read is accepted only if writing it again gives exactly the same line. */
export interface Format {
  /** The line before the rows. */
  header: string | null;
  row(line: Line): string;
  closing(closing: SignedClosing): string;
  /** @throws (any error) on a line that is no receipt; may also return nonsense, so the caller writes it back to check */
  readRow(text: string): Line;
  readClosing(text: string): SignedClosing;
}

/** One JSON object a line. */
export const jsonLines: Format = {
  header: null,
  row: (line) => JSON.stringify(inOrder(line)),
  closing: (closing) => JSON.stringify(closingInOrder(closing)),
  readRow: (text) => rowOf(JSON.parse(text)),
  readClosing: (text) => closingOf(JSON.parse(text)),
};

function inOrder(line: Line): Line {
  const { seq, prev, hash } = line;
  const place = { prev, hash, ...(line.isUnlinked && { isUnlinked: line.isUnlinked }) };
  if (!isTold(line)) return { seq, content: line.content, ...place };
  return { seq, at: line.at, kind: line.kind, body: line.body, ...place };
}

/** The text that is signed. */
export function signedText(closing: Closing): string {
  const { count, told, head, unlinked, team, exportedAt, filters, publicKey } = closing;
  return JSON.stringify({
    count,
    told,
    head: { seq: head.seq, hash: head.hash },
    ...(unlinked && {
      unlinked: { count: unlinked.count, hash: unlinked.hash, since: unlinked.since },
    }),
    team,
    exportedAt,
    filters,
    publicKey,
  });
}

function closingInOrder(closing: SignedClosing): object {
  return { ...JSON.parse(signedText(closing)), signature: closing.signature };
}

function rowOf(value: unknown): Line {
  const { seq, at, kind, body, content, prev, hash, isUnlinked } = Object(value);
  const isRow = Number.isSafeInteger(seq) && isText(prev) && isText(hash);
  const place = { seq, prev, hash, ...(isUnlinked === true && { isUnlinked }) };
  if (isRow && isText(content)) return { ...place, content };
  if (isRow && isText(at) && isText(kind) && isText(body)) return { ...place, at, kind, body };
  throw new Error('This is no row.');
}

/** The last line, from its JSON. */
export function closingOf(value: unknown): SignedClosing {
  const { count, told, head, unlinked, team, exportedAt, filters, publicKey, signature } = Object(value);
  const { seq, hash } = Object(head);
  const texts = [told, hash, team, exportedAt, publicKey, signature];
  if (!texts.every(isText) || !Number.isSafeInteger(count) || !Number.isSafeInteger(seq)) {
    throw new Error('This is no last line.');
  }
  const asked = Object.fromEntries(Object.entries(Object(filters)).filter(([, one]) => isText(one)));
  return {
    count,
    told,
    head: { seq, hash },
    team,
    exportedAt,
    publicKey,
    signature,
    ...(unlinked !== undefined && { unlinked: unlinkedOf(unlinked) }),
    filters: asked as Record<string, string>,
  };
}

function unlinkedOf(value: unknown): NonNullable<Closing['unlinked']> {
  const { count, hash, since } = Object(value);
  if (!(Number.isSafeInteger(count) && count >= 0 && isText(hash) && isText(since))) {
    throw new Error('This is no last line.');
  }
  return { count, hash, since };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Numbers that grow, as `1-3,7`. */
export class Ranges {
  private readonly ranges: [number, number][] = [];

  add(seq: number): void {
    const last = this.ranges.at(-1);
    if (last && last[1] + 1 === seq) last[1] = seq;
    else this.ranges.push([seq, seq]);
  }

  toString(): string {
    return this.ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
  }
}
