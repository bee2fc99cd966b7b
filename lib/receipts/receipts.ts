import 'server-only';
/** Reading the record of a team: for its admins and auditors, newest first. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findTitles } from '@/lib/store/chats';
import { findNames } from '@/lib/store/people';
import { findCardsOf } from '@/lib/store/receipts/receipt-cards';
import { listLinkedReceipts, type ReceiptFilters } from '@/lib/store/receipts/receipt-search';
import { listUnlinkedReceipts } from '@/lib/store/receipts/receipts';
import { ownNames, ownTitle } from '@/mcp/catalogue/own-titles';
import { linkBeforeReading } from './link';
import { receiptCard } from './receipt-card';
import type { ReceiptBody, ReceiptPage, ReceiptView } from './receipt-view';

const PAGE = 50;
/** On the page; an export tells all. */
const MOST_UNLINKED = 500;

/** @throws AppError forbidden */
export function assertReads({ role }: Caller): void {
  if (!readsRecord(role)) throw new AppError('forbidden', 'Only admins see the activity of the team.');
}

/**
 * A page of the caller's team's receipts, newest first. Before the first page they are linked; what could not be stands on top of it.
 * @param before `next` of the page before
 * An auditor reads the receipts, and of what they are about nothing that was said or shown: no card, and no chat's title.
 * @throws AppError forbidden: the caller is neither admin nor auditor; bad_request: `before` is none of the team's
 */
export async function listReceipts(
  db: Queryable,
  caller: Caller,
  filters: ReceiptFilters = {},
  before?: number,
): Promise<ReceiptPage> {
  assertReads(caller);
  if (before === undefined) await linkBeforeReading(db, caller.teamId);
  // These first: what is linked meanwhile would stand in neither otherwise.
  const waiting =
    before === undefined ? await listUnlinkedReceipts(db, caller.teamId, filters, MOST_UNLINKED) : [];
  const rows = await listLinkedReceipts(db, caller.teamId, filters, { before, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const linked = new Set(page.map(({ id }) => id));
  const told = [...waiting.filter(({ id }) => !linked.has(id)), ...page].map((row) => ({
    ...row,
    body: JSON.parse(row.body) as ReceiptBody,
  }));
  const people = told.flatMap(({ body }) => [body.person?.id, body.for, body.own]);
  const contents = (ids: string[]) => (caller.role === 'admin' ? ids : []);
  const [names, titles, cards] = await Promise.all([
    findNames(db, textsOf(people)),
    findTitles(db, caller.teamId, contents(textsOf(told.map(({ body }) => body.chat)))),
    findCardsOf(db, caller.teamId, contents(textsOf(told.map(({ body }) => body.approval)))),
  ]);
  const cardOf = (approval = '') => {
    const card = cards.get(approval);
    // Once a page: a call has many receipts.
    cards.delete(approval);
    return card ? receiptCard(card) : null;
  };
  const view = ({ id, seq, at, kind, body, hash }: (typeof told)[number]): ReceiptView => ({
    ...{ id, seq, at: at.toISOString(), kind, body, hash },
    personName: names.get(body.person?.id ?? '') ?? null,
    forName: names.get(body.for ?? body.own ?? '') ?? null,
    chatTitle: titles.get(body.chat ?? '') ?? null,
    toolTitle: ownTitle(body.server, body.tool),
    card: cardOf(body.approval),
  });
  return { receipts: told.map(view), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** Tools of our own of which receipts tell, with their titles. */
export const recordedTools = ownNames;

/** What of it is text, each once. */
function textsOf(values: readonly unknown[]): string[] {
  return [...new Set(values)].filter((value) => typeof value === 'string');
}
