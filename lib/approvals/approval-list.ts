import 'server-only';
/** The approvals a person can see, page by page: what waits, what was decided, and how many wait for them. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  type CardFilters,
  type CardKey,
  type CardOrder,
  countWaitingCards,
  listCards,
} from '@/lib/store/approval-cards';
import type { ApprovalRow } from '@/lib/store/approvals';
import { viewOf } from './approval-rows';
import type { ApprovalPage } from './approval-view';
import { mayConfirm } from './rights';

export interface Wanted extends CardFilters {
  order?: CardOrder | undefined;
  /** From 1. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  cursor?: string | undefined;
}

/** Cards of a page, unless less are wanted. */
const MOST = 500;

/**
 * One page of what the caller can see and wants, at most 500.
 * @throws AppError bad_request: a cursor that is none of ours
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
    next: last && found.length > limit ? cursorOf(last, order) : null,
  };
}

/** How many cards wait for this person's Confirm. */
export async function countToConfirm(db: Queryable, caller: Caller): Promise<number> {
  const rows = await countWaitingCards(db, caller);
  return rows.reduce((sum, row) => sum + (mayConfirm(caller, row) ? row.count : 0), 0);
}

type Keyed = Pick<ApprovalRow, 'id' | 'requestedAt' | 'decidedAt' | 'expiresAt'>;

/** What sorts a row, and its id: times are kept in milliseconds, so that one can be told again exactly. */
function cursorOf({ id, requestedAt, decidedAt, expiresAt }: Keyed, order: CardOrder): string {
  const time = order === 'decided' ? (decidedAt ?? expiresAt) : requestedAt;
  return `${time.toISOString()}_${id}`;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\w-]{1,128})$/;

/** A 31st of February is read as a day in March, and written as that. */
function isMoment(time: string): boolean {
  const ms = Date.parse(time);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === time && !time.startsWith('0000');
}

function keyOf(cursor: string): CardKey {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (!time || !id || !isMoment(time)) throw new AppError('bad_request', 'cursor: is none.');
  return { time, id };
}
