import 'server-only';
/** The record of a team as a file that proves itself: `npm run verify-receipts -- FILE` checks it without us. */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import type { ReceiptFilters } from '@/lib/store/receipts/receipt-search';
import { findChainEnds, listLinksAfter, listReceiptsById } from '@/lib/store/receipts/receipts';
import { linkBeforeReading } from './link';
import {
  chainHash,
  contentHash,
  type Format,
  leaveOut,
  Ranges,
  type ReceiptLine,
  START,
} from './receipt-lines';
import { signClosing } from './receipt-signature';
import { assertReads } from './receipts';

/** Rows read at a time. */
const BATCH = 500;

interface Found {
  line: ReceiptLine;
  /** The filters match it, so the export holds it in full. */
  isTold: boolean;
}

/**
 * The lines of an export in pieces, oldest first: every receipt committed at this moment. Those that the filters leave
 * out appear by their hashes only; those that could not be linked yet come last, and are marked.
 * @throws AppError forbidden, with the first piece
 */
export async function* exportReceipts(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters,
  format: Format,
  secret: string,
): AsyncGenerator<string> {
  assertReads(caller);
  await linkBeforeReading(db, caller.teamId);
  const { seq, hash, tail } = await findChainEnds(db, caller.teamId);
  const head = { seq, hash: hash ?? START };
  if (format.header) yield `${format.header}\n`;
  const told = new Ranges();
  let [count, last, since] = [0, START, ''];
  for await (const rows of allOf(db, caller, filters, head, tail)) {
    let piece = '';
    for (const { line, isTold } of rows) {
      piece += `${format.row(isTold ? line : leaveOut(line))}\n`;
      last = line.hash;
      if (line.isUnlinked && (since === '' || line.at < since)) since = line.at;
      if (!isTold) continue;
      told.add(line.seq);
      count++;
    }
    yield piece;
  }
  const asked = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const closing = signClosing(secret, {
    count,
    told: told.toString(),
    head,
    team: caller.teamId,
    unlinked: { count: tail.length, hash: last, since },
    exportedAt: new Date().toISOString(),
    filters: Object.fromEntries(asked),
  });
  yield `${format.closing(closing)}\n`;
}

async function* allOf(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters,
  head: { seq: number; hash: string },
  tail: number[],
): AsyncGenerator<Found[]> {
  for (let last = 0; last < head.seq; ) {
    const rows = await linked(db, caller, filters, last, head.seq);
    if (rows.length === 0) throw new Error('Receipts are missing.');
    yield rows;
    last = rows.at(-1)?.line.seq ?? head.seq;
  }
  let { seq, hash } = head;
  for (let from = 0; from < tail.length; from += BATCH) {
    const ids = tail.slice(from, from + BATCH);
    const rows = await unlinked(db, filters, ids, seq, hash);
    if (rows.length < ids.length) throw new Error('Receipts are missing.');
    yield rows;
    seq += rows.length;
    hash = rows.at(-1)?.line.hash ?? hash;
  }
}

async function linked(
  db: Queryable,
  { teamId }: Caller,
  filters: ReceiptFilters,
  after: number,
  upTo: number,
): Promise<Found[]> {
  const rows = await listLinksAfter(db, teamId, filters, { after, upTo, limit: BATCH });
  return rows.map(({ row: { at, kind, body }, link: { seq, prevHash, hash }, isTold }) => {
    const line: ReceiptLine = { seq, at: at.toISOString(), kind, body, prev: prevHash, hash };
    return { line, isTold: isTold === true };
  });
}

/** Unlinked receipts, with the numbers and hashes they would get if they were linked next. */
async function unlinked(
  db: Queryable,
  filters: ReceiptFilters,
  ids: number[],
  after: number,
  afterHash: string,
): Promise<Found[]> {
  const rows = await listReceiptsById(db, ids, filters);
  let [seq, hash] = [after, afterHash];
  return rows.map(({ row, isTold }) => {
    const said = { at: row.at.toISOString(), kind: row.kind, body: row.body };
    const prev = hash;
    hash = chainHash(prev, ++seq, contentHash(said));
    return { line: { seq, ...said, prev, hash, isUnlinked: true }, isTold: isTold === true };
  });
}
