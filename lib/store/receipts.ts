import 'server-only';
/** The record of a team: receipts, which the database writes with each change, and the links of their chain. */
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { receiptLinks, receipts, receiptTail } = schema;

/** What receipts must be about; all of it. */
export interface ReceiptFilters {
  kind?: string | undefined;
  server?: string | undefined;
  /** Part of the bare name, whatever its case. */
  tool?: string | undefined;
  /** An id: who did it, or for whom it was done. */
  person?: string | undefined;
  /** An id. */
  chat?: string | undefined;
  /** ISO 8601; both ends belong to it. */
  from?: string | undefined;
  to?: string | undefined;
}

export type ReceiptRow = typeof receipts.$inferSelect;
export type ReceiptLink = typeof receiptLinks.$inferSelect;

/** A receipt as a page shows it. */
export interface ListedReceipt {
  id: number;
  /** Null until it is linked. */
  seq: number | null;
  hash: string | null;
  at: Date;
  kind: string;
  body: string;
}

const part = (name: string) => sql`(${receipts.body}::jsonb ->> ${name})`;

/** Whether a receipt is asked for. */
function matches(filters: ReceiptFilters): SQL {
  const { kind, server, tool, person, chat, from, to } = filters;
  const who = sql`${receipts.body}::jsonb`;
  const wanted = and(
    kind === undefined ? undefined : eq(receipts.kind, kind),
    from === undefined ? undefined : gte(receipts.at, new Date(from)),
    to === undefined ? undefined : lte(receipts.at, new Date(to)),
    server === undefined ? undefined : sql`${part('server')} = ${server}`,
    tool === undefined ? undefined : sql`strpos(lower(${part('tool')}), lower(${tool})) > 0`,
    chat === undefined ? undefined : sql`${part('chat')} = ${chat}`,
    person === undefined
      ? undefined
      : sql`${person} in (${who} -> 'person' ->> 'id', ${part('for')}, ${part('own')})`,
  );
  return sql`coalesce(${wanted ?? sql`true`}, false)`;
}

/**
 * Links what of the team is committed, a step at a time; waits for nobody who does so already.
 * @returns how many
 */
export async function linkReceiptStep(db: Queryable, teamId: string): Promise<number> {
  const [row] = await rowsOf<{ linked: number }>(
    db,
    sql`select public.receipts_link(${teamId}::text) as linked`,
  );
  return Number(row?.linked ?? 0);
}

/** Teams of which not everything is linked. */
export function listTeamsToLink(db: Database): Promise<{ teamId: string }[]> {
  return db.selectDistinct({ teamId: receiptTail.teamId }).from(receiptTail);
}

const LISTED = { id: receipts.id, at: receipts.at, kind: receipts.kind, body: receipts.body };

/** Linked ones, newest first. */
export function listLinkedReceipts(
  db: Queryable,
  teamId: string,
  filters: ReceiptFilters,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedReceipt[]> {
  const older = before === undefined ? undefined : lt(receiptLinks.seq, before);
  return db
    .select({ ...LISTED, seq: receiptLinks.seq, hash: receiptLinks.hash })
    .from(receiptLinks)
    .innerJoin(receipts, eq(receipts.id, receiptLinks.receiptId))
    .where(and(eq(receiptLinks.teamId, teamId), older, matches(filters)))
    .orderBy(desc(receiptLinks.seq))
    .limit(limit);
}

/** Those that are not linked yet, newest first. Few, as a rule none. */
export async function listUnlinkedReceipts(
  db: Queryable,
  teamId: string,
  filters: ReceiptFilters,
  limit: number,
): Promise<ListedReceipt[]> {
  const rows = await db
    .select(LISTED)
    .from(receiptTail)
    .innerJoin(receipts, eq(receipts.id, receiptTail.receiptId))
    .where(and(eq(receiptTail.teamId, teamId), matches(filters)))
    .orderBy(desc(receipts.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, seq: null, hash: null }));
}

/** The newest link, if there is one, and the ids of what is not linked: of one moment, so that nothing is in both or in neither. */
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

/** Linked ones after one number and up to another, oldest first, each with whether the filters ask for it. */
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

/** These, oldest first, each with whether the filters ask for it. */
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
