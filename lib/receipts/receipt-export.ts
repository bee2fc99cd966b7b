import 'server-only';
/** The record of a team as a file that proves itself: `npm run verify-receipts -- FILE` checks it without us. */
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { type Format, leaveOut, Ranges, type ReceiptLine, START } from './receipt-lines';
import { signClosing } from './receipt-signature';
import { assertAdmin, matches, type ReceiptFilters } from './receipts';

const { receiptHeads, receipts } = schema;

/** Rows that are read at once. */
const BATCH = 500;

/**
 * The lines of an export, oldest first, in pieces: every receipt up to the head of this moment, those that the filters leave
 * out by their hashes only.
 * @throws AppError forbidden, with the first piece
 */
export async function* exportReceipts(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters,
  format: Format,
  secret: string,
): AsyncGenerator<string> {
  assertAdmin(caller);
  const ofTeam = eq(receiptHeads.teamId, caller.teamId);
  const [found] = await db.select().from(receiptHeads).where(ofTeam);
  const head = { seq: found?.seq ?? 0, hash: found?.hash ?? START };
  if (format.header) yield `${format.header}\n`;
  const told = new Ranges();
  let count = 0;
  for (let last = 0; last < head.seq; ) {
    const rows = await batch(db, caller, filters, last, head.seq);
    if (rows.length === 0) throw new Error('Receipts are missing.');
    let piece = '';
    for (const { line, isTold } of rows) {
      piece += `${format.row(isTold ? line : leaveOut(line))}\n`;
      if (!isTold) continue;
      told.add(line.seq);
      count++;
    }
    yield piece;
    last = rows.at(-1)?.line.seq ?? head.seq;
  }
  const asked = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const closing = signClosing(secret, {
    ...{ count, told: told.toString(), head, team: caller.teamId },
    ...{ exportedAt: new Date().toISOString(), filters: Object.fromEntries(asked) },
  });
  yield `${format.closing(closing)}\n`;
}

async function batch(
  db: Queryable,
  { teamId }: Caller,
  filters: ReceiptFilters,
  after: number,
  upTo: number,
) {
  const rows = await db
    .select({ row: receipts, isTold: matches(filters) })
    .from(receipts)
    .where(and(eq(receipts.teamId, teamId), gt(receipts.seq, after), lte(receipts.seq, upTo)))
    .orderBy(asc(receipts.seq))
    .limit(BATCH);
  return rows.map(({ row, isTold }) => {
    const { seq, at, kind, body, prevHash, hash } = row;
    const line: ReceiptLine = { seq, at: at.toISOString(), kind, body, prev: prevHash, hash };
    return { line, isTold: isTold === true };
  });
}
