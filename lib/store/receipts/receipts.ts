import 'server-only';
/** The record of a team: receipts, which the database writes with each change, and the links of their chain. */
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { chatOf } from '@/db/receipt-keys';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { type FoundReceipt, matches, type ReceiptFilters } from './receipt-search';

const { receiptLinks, receipts, receiptTail } = schema;

export type ReceiptRow = typeof receipts.$inferSelect;
export type ReceiptLink = typeof receiptLinks.$inferSelect;

/**
 * Links committed receipts of the team, one batch at a time; does nothing if another process is already doing so.
 * @returns how many
 */
export async function linkReceiptStep(db: Queryable, teamId: string): Promise<number> {
  const [row] = await rowsOf<{ linked: number }>(
    db,
    sql`select public.receipts_link(${teamId}::text) as linked`,
  );
  return Number(row?.linked ?? 0);
}

/** Teams with unlinked receipts. */
export function listTeamsToLink(db: Database): Promise<{ teamId: string }[]> {
  return db.selectDistinct({ teamId: receiptTail.teamId }).from(receiptTail);
}

const LISTED = { id: receipts.id, at: receipts.at, kind: receipts.kind, body: receipts.body };

/** Receipts that are not linked yet, newest first; usually none. */
export async function listUnlinkedReceipts(
  db: Queryable,
  teamId: string,
  filters: ReceiptFilters,
  limit: number,
): Promise<FoundReceipt[]> {
  const rows = await db
    .select(LISTED)
    .from(receiptTail)
    .innerJoin(receipts, eq(receipts.id, receiptTail.receiptId))
    .where(and(eq(receiptTail.teamId, teamId), matches(filters)))
    .orderBy(desc(receipts.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, seq: null, hash: null }));
}

/** A call of a chat, as receipts name it. */
export interface RecordedCall {
  chat: string;
  run: string;
  toolCall: string;
}

/** Every receipt of these calls, newest first. */
export async function listReceiptsOfCalls(
  db: Queryable,
  teamId: string,
  calls: readonly RecordedCall[],
): Promise<FoundReceipt[]> {
  if (calls.length === 0) return [];
  // Most receipts of these chats are about other calls, and one of their words excludes them. The rest is compared by
  // chat and call as one text; the id of a run contains no line break.
  const said = sql`${receipts.body}::jsonb`;
  const toolCall = sql`(${said} ->> 'toolCall')`;
  const named = sql`(${said} ->> 'run') || E'\\n' || ${toolCall}`;
  const toolCalls = [...new Set(calls.map((call) => call.toolCall))];
  const wanted = calls.map(({ run, toolCall }) => `${run}\n${toolCall}`);
  const chats = [...new Set(calls.map(({ chat }) => chat))];
  const rows = await db
    .select({ ...LISTED, seq: receiptLinks.seq, hash: receiptLinks.hash })
    .from(receipts)
    .leftJoin(receiptLinks, eq(receiptLinks.receiptId, receipts.id))
    .where(
      and(
        eq(receipts.teamId, teamId),
        inArray(chatOf(receipts.body), chats),
        inArray(toolCall, toolCalls),
        inArray(named, wanted),
      ),
    )
    .orderBy(desc(receipts.id));
  return rows;
}

/**
 * The newest link, if any, and the ids of unlinked receipts; read in one statement, so that each receipt is in exactly
 * one of the two.
 */
export async function findChainEnds(
  db: Queryable,
  teamId: string,
): Promise<{ seq: number; hash: string | null; tail: number[] }> {
  const [row] = await rowsOf<{ seq: string | null; hash: string | null; tail: number[] }>(
    db,
    sql`select h.seq, h.hash, (select coalesce(json_agg(t.receipt_id order by t.receipt_id), '[]')
        from receipt_tail t where t.team_id = ${teamId}) as tail
      from (select 1) one left join receipt_heads h on h.team_id = ${teamId}`,
  );
  return { seq: Number(row?.seq ?? 0), hash: row?.hash ?? null, tail: row?.tail ?? [] };
}

/** Linked receipts after one number and up to another, oldest first, each with whether it matches the filters. */
export function listLinksAfter(
  db: Queryable,
  teamId: string,
  filters: ReceiptFilters,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ row: ReceiptRow; link: ReceiptLink; isTold: unknown }[]> {
  return db
    .select({ row: receipts, link: receiptLinks, isTold: matches(filters) })
    .from(receiptLinks)
    .innerJoin(receipts, eq(receipts.id, receiptLinks.receiptId))
    .where(and(eq(receiptLinks.teamId, teamId), gt(receiptLinks.seq, after), lte(receiptLinks.seq, upTo)))
    .orderBy(asc(receiptLinks.seq))
    .limit(limit);
}

/** These receipts, oldest first, each with whether it matches the filters. */
export function listReceiptsById(
  db: Queryable,
  ids: number[],
  filters: ReceiptFilters,
): Promise<{ row: ReceiptRow; isTold: unknown }[]> {
  return db
    .select({ row: receipts, isTold: matches(filters) })
    .from(receipts)
    .where(inArray(receipts.id, ids))
    .orderBy(asc(receipts.id));
}

/** Receipts of the team that mention this person, in whatever role, newest first. */
export function listReceiptsNaming(
  db: Queryable,
  { userId, teamId }: Pick<Caller, 'userId' | 'teamId'>,
  before: number | undefined,
  limit: number,
): Promise<{ id: number }[]> {
  const names = sql`strpos(${receipts.body}, ${JSON.stringify(userId)}) > 0`;
  const isOlder = before === undefined ? undefined : lt(receipts.id, before);
  return db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.teamId, teamId), names, isOlder))
    .orderBy(desc(receipts.id))
    .limit(limit);
}
