import 'server-only';
/** Reading the record of a team: for its admins, newest first. */
import { and, desc, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { linkBeforeReading } from './link';
import type { ReceiptBody, ReceiptPage, ReceiptView } from './receipt-view';

const { chats, members, receiptLinks, receipts, receiptTail, users } = schema;

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

const PAGE = 50;
/** On the page; an export tells all. */
const MOST_UNLINKED = 500;

/** @throws AppError forbidden */
export function assertAdmin({ role }: Caller): void {
  if (role !== 'admin') throw new AppError('forbidden', 'Only admins see the activity of the team.');
}

const part = (name: string) => sql`(${receipts.body}::jsonb ->> ${name})`;

/** Whether a receipt is asked for. */
export function matches(filters: ReceiptFilters): SQL {
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
 * A page of the caller's team's receipts, newest first. Before the first page they are linked; what could not be stands on top of it.
 * @param before only those with a smaller number
 * @throws AppError forbidden: the caller is no admin
 */
export async function listReceipts(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters = {},
  before?: number,
): Promise<ReceiptPage> {
  assertAdmin(caller);
  if (before === undefined) await linkBeforeReading(db, caller.teamId);
  // These first: what is linked meanwhile would stand in neither otherwise.
  const waiting = before === undefined ? await unlinkedOf(db, caller, filters) : [];
  const rows = await linkedOf(db, caller, filters, before);
  const page = rows.slice(0, PAGE);
  const linked = new Set(page.map(({ id }) => id));
  const told = [...waiting.filter(({ id }) => !linked.has(id)), ...page].map((row) => ({
    ...row,
    body: JSON.parse(row.body) as ReceiptBody,
  }));
  const [names, titles] = await Promise.all([namesOf(db, told), titlesOf(db, caller, told)]);
  const view = ({ id, seq, at, kind, body, hash }: (typeof told)[number]): ReceiptView => ({
    ...{ id, seq, at: at.toISOString(), kind, body, hash },
    personName: names.get(body.person?.id ?? '') ?? null,
    forName: names.get(body.for ?? body.own ?? '') ?? null,
    chatTitle: titles.get(body.chat ?? '') ?? null,
  });
  return { receipts: told.map(view), next: rows.length > PAGE ? (page.at(-1)?.seq ?? null) : null };
}

interface Row {
  id: number;
  /** Null until it is linked. */
  seq: number | null;
  hash: string | null;
  at: Date;
  kind: string;
  body: string;
}

const SAID = { id: receipts.id, at: receipts.at, kind: receipts.kind, body: receipts.body };

function linkedOf(
  db: Queryable,
  { teamId }: Caller,
  filters: ReceiptFilters,
  before?: number,
): Promise<Row[]> {
  const older = before === undefined ? undefined : lt(receiptLinks.seq, before);
  return db
    .select({ ...SAID, seq: receiptLinks.seq, hash: receiptLinks.hash })
    .from(receiptLinks)
    .innerJoin(receipts, eq(receipts.id, receiptLinks.receiptId))
    .where(and(eq(receiptLinks.teamId, teamId), older, matches(filters)))
    .orderBy(desc(receiptLinks.seq))
    .limit(PAGE + 1);
}

/** Few, as a rule none. */
async function unlinkedOf(db: Queryable, { teamId }: Caller, filters: ReceiptFilters): Promise<Row[]> {
  const rows = await db
    .select(SAID)
    .from(receiptTail)
    .innerJoin(receipts, eq(receipts.id, receiptTail.receiptId))
    .where(and(eq(receiptTail.teamId, teamId), matches(filters)))
    .orderBy(desc(receipts.id))
    .limit(MOST_UNLINKED);
  return rows.map((row) => ({ ...row, seq: null, hash: null }));
}

async function namesOf(db: Queryable, told: { body: ReceiptBody }[]): Promise<Map<string, string>> {
  const ids = new Set(told.flatMap(({ body }) => [body.person?.id, body.for, body.own]));
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids].filter(isText)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function titlesOf(db: Queryable, { teamId }: Caller, told: { body: ReceiptBody }[]) {
  const ids = new Set(told.map(({ body }) => body.chat));
  const rows = await db
    .select({ id: chats.id, title: chats.title })
    .from(chats)
    .where(
      and(eq(chats.teamId, teamId), isNull(chats.deletedAt), inArray(chats.id, [...ids].filter(isText))),
    );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Who is in the team now, by name: whom one may ask for. */
export function peopleOf(db: Queryable, caller: Caller): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.teamId, caller.teamId))
    .orderBy(users.name);
}
