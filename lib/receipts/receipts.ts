import 'server-only';
/** Reading the record of a team: for its admins and auditors, newest first. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findTitles } from '@/lib/store/chats';
import { findNames } from '@/lib/store/people';
import { findCallsOf, findCardsOf } from '@/lib/store/receipts/receipt-cards';
import {
  type FoundReceipt,
  listLinkedReceipts,
  type ReceiptFilters,
} from '@/lib/store/receipts/receipt-search';
import { listReceiptsOfCalls, listUnlinkedReceipts, type RecordedCall } from '@/lib/store/receipts/receipts';
import { ownNames, ownTitle } from '@/mcp/catalogue/own-titles';
import { linkBeforeReading } from './link';
import { receiptCard } from './receipt-card';
import type { ReceiptBody, ReceiptPage, ReceiptView } from './receipt-view';

const PAGE = 50;
/** The most shown on the page; an export holds all. */
const MOST_UNLINKED = 500;

/** @throws AppError forbidden */
export function assertReads({ role }: Caller): void {
  if (!readsRecord(role)) throw new AppError('forbidden', 'Only admins see the activity of the team.');
}

/**
 * A page of the receipts of the caller's team, newest first. Receipts are linked before the first page is read; those
 * that could not be linked come first on it. Auditors read the receipts but nothing that was said or shown: no cards,
 * and no chat titles.
 * @param before `next` of the page before
 * @param size at most this many linked receipts; unlinked ones come on top of that
 * @throws AppError forbidden: the caller is neither admin nor auditor; bad_request: `before` is none of the team's
 */
export async function listReceipts(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters = {},
  before?: number,
  size = PAGE,
): Promise<ReceiptPage> {
  assertReads(caller);
  if (before === undefined) await linkBeforeReading(db, caller.teamId);
  // Read first: a receipt that gets linked between the two reads would otherwise appear in neither.
  const waiting =
    before === undefined ? await listUnlinkedReceipts(db, caller.teamId, filters, MOST_UNLINKED) : [];
  const rows = await listLinkedReceipts(db, caller.teamId, filters, { before, limit: size + 1 });
  const page = rows.slice(0, size);
  const linked = new Set(page.map(({ id }) => id));
  const told = [...waiting.filter(({ id }) => !linked.has(id)), ...page].map(read);
  const rest = isNarrowed(filters) ? await othersOf(db, caller.teamId, told) : [];
  const views = await viewsOf(db, caller, [...told, ...rest]);
  return {
    receipts: views.slice(0, told.length),
    others: views.slice(told.length),
    next: rows.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

type Told = Omit<FoundReceipt, 'body'> & { body: ReceiptBody };

const read = (row: FoundReceipt): Told => ({ ...row, body: JSON.parse(row.body) });

const isNarrowed = (filters: ReceiptFilters) => Object.values(filters).some((value) => value !== undefined);

/** The other receipts of the calls that these are about. */
async function othersOf(db: Queryable, teamId: string, told: readonly Told[]): Promise<Told[]> {
  const calls = new Map<string, RecordedCall>();
  for (const { chat, run, toolCall } of told.map(({ body }) => body)) {
    if (chat !== undefined && run !== undefined && toolCall !== undefined)
      calls.set(`${run} ${toolCall}`, { chat, run, toolCall });
  }
  const known = new Set(told.map(({ id }) => id));
  const rows = await listReceiptsOfCalls(db, teamId, [...calls.values()]);
  return rows.filter(({ id }) => !known.has(id)).map(read);
}

/** Adds the names that people read. */
async function viewsOf(db: Queryable, caller: Caller, told: readonly Told[]): Promise<ReceiptView[]> {
  const people = told.flatMap(({ body }) => [body.person?.id, body.for, body.own, body.whose]);
  const contents = (ids: string[]) => (caller.role === 'admin' ? ids : []);
  const [names, titles, cards, calls] = await Promise.all([
    findNames(db, textsOf(people)),
    findTitles(db, caller.teamId, contents(textsOf(told.map(({ body }) => body.chat)))),
    findCardsOf(db, caller.teamId, contents(textsOf(told.map(({ body }) => body.approval)))),
    findCallsOf(db, caller.teamId, contents(unaskedOf(told)), OWN_SERVERS),
  ]);
  const cardOf = ({ approval = '', call = '' }: ReceiptBody) => {
    const card = cards.get(approval) ?? calls.get(call);
    // Each card once per page, although a call has many receipts.
    cards.delete(approval);
    calls.delete(call);
    return card ? receiptCard(card) : null;
  };
  return told.map(({ id, seq, at, kind, body, hash }) => ({
    id,
    seq,
    at: at.toISOString(),
    kind,
    body,
    hash,
    personName: names.get(body.person?.id ?? '') ?? null,
    forName: names.get(body.for ?? body.own ?? body.whose ?? '') ?? null,
    chatTitle: titles.get(body.chat ?? '') ?? null,
    toolTitle: ownTitle(body.server, body.tool),
    card: cardOf(body),
  }));
}

/** The ids of calls none of whose receipts here names a card. */
function unaskedOf(told: readonly Told[]): string[] {
  const nameOf = ({ run, toolCall }: ReceiptBody) => `${run} ${toolCall}`;
  const asked = new Set(told.filter(({ body }) => body.approval).map(({ body }) => nameOf(body)));
  return textsOf(told.filter(({ body }) => !asked.has(nameOf(body))).map(({ body }) => body.call));
}

/** Their tools say in words what they did. */
const OWN_SERVERS = textsOf(ownNames.map(({ server }) => server));

/** Our own tools that receipts may name, with their titles. */
export const recordedTools = ownNames;

/** The strings among the values, each once. */
function textsOf(values: readonly unknown[]): string[] {
  return [...new Set(values)].filter((value) => typeof value === 'string');
}
