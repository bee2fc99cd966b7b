import 'server-only';
/** The approvals that a person can see, page by page: what waits, what was decided, and how many wait for them. */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type CardFilters, type CardOrder, countWaitingCards, listCards } from '@/lib/store/approval-cards';
import { type ApprovalRow, DENIED } from '@/lib/store/approvals';
import { cursorOf, keyOf } from '@/lib/values/time-cursor';
import { viewOf } from './approval-rows';
import type { ApprovalPage } from './approval-view';
import { hasRight, mayConfirm } from './rights';

export interface Wanted extends CardFilters {
  order?: CardOrder | undefined;
  /** From 1. */
  limit?: number | undefined;
  /** The `next` of the previous page. */
  cursor?: string | undefined;
}

/** The default and maximum number of cards per page. */
const MOST = 500;

/**
 * One page of the approvals that the caller can see and asks for, at most 500.
 * @throws AppError bad_request: an invalid cursor
 */
export async function listApprovals(
  db: Queryable,
  caller: Caller,
  wanted: Wanted = {},
): Promise<ApprovalPage> {
  const { order = 'asked', limit = MOST } = wanted;
  const after = wanted.cursor === undefined ? undefined : keyOf(wanted.cursor);
  const found = await listCards(db, caller, wanted, { order, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1)?.row;
  return {
    approvals: page.map((one) => viewOf(one, caller)),
    next: last && found.length > limit ? cursorOf(timeOf(last, order), last.id) : null,
  };
}

/**
 * How many cards wait for this person: to be confirmed or, if they have been forbidden meanwhile, to be cancelled,
 * until which their chat is blocked.
 */
export async function countToConfirm(db: Queryable, caller: Caller): Promise<number> {
  const rows = await countWaitingCards(db, caller);
  const may = (row: (typeof rows)[number]) =>
    row.rule === DENIED ? hasRight(caller, row.requestedBy) : mayConfirm(caller, row);
  return rows.reduce((sum, row) => sum + (may(row) ? row.count : 0), 0);
}

type Keyed = Pick<ApprovalRow, 'requestedAt' | 'decidedAt' | 'expiresAt'>;

/** The time by which a row is sorted. */
function timeOf({ requestedAt, decidedAt, expiresAt }: Keyed, order: CardOrder): Date {
  return order === 'decided' ? (decidedAt ?? expiresAt) : requestedAt;
}
