import 'server-only';
/** The approvals a person can see, page by page: what waits, what was decided, and how many wait for him. */
import { and, asc, desc, eq, gt, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { decidedAt, isAsk, isPending as isUndecided } from '@/db/approval-keys';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { statusNow } from '@/lib/store/approvals';
import { cardTime } from '@/lib/store/card-time';
import { DENIED, find, MOST, viewOf, visibleTo } from './approval-rows';
import type { ApprovalPage, ApprovalStatus } from './approval-view';
import { mayConfirm } from './rights';

const { approvals, chats, confirmations } = schema;

export interface Wanted {
  /** That one alone. */
  id?: string | undefined;
  /** After expiry is taken into account; `decided`: whatever no longer waits. */
  status?: ApprovalStatus | 'decided' | undefined;
  server?: string | undefined;
  /** The bare name. */
  tool?: string | undefined;
  /** Id of who asked. */
  person?: string | undefined;
  /** `asked`: newest first; `oldest`: by the same time, the other way; `decided`: by the decision, newest first. */
  order?: Order | undefined;
  /** From 1. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  cursor?: string | undefined;
}

export type Order = 'asked' | 'oldest' | 'decided';

const ORDERS: Record<Order, { by: SQL; falls: boolean }> = {
  asked: { by: sql`${approvals.requestedAt}`, falls: true },
  oldest: { by: sql`${approvals.requestedAt}`, falls: false },
  decided: { by: decidedAt(approvals), falls: true },
};

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
  const { by, falls } = ORDERS[order];
  const direction = falls ? desc : asc;
  const where = and(visibleTo(caller), ...narrowed(wanted), after(wanted.cursor, order));
  const found = await find(db, where, [direction(by), direction(approvals.id)], limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1)?.row;
  return {
    approvals: page.map((one) => viewOf(one, caller)),
    next: last && found.length > limit ? cursorOf(last, order) : null,
  };
}

export async function countToConfirm(db: Queryable, caller: Caller): Promise<number> {
  const mine = db
    .select({ one: sql`1` })
    .from(confirmations)
    .where(and(eq(confirmations.approvalId, approvals.id), eq(confirmations.userId, caller.userId)));
  const { requestedBy, requirement, editors } = approvals;
  const rows = await db
    .select({ requestedBy, requirement, editors, count: sql<number>`count(*)::int` })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .where(and(visibleTo(caller), isPending(), ne(approvals.rule, DENIED), notExists(mine)))
    .groupBy(requestedBy, requirement, editors);
  return rows.reduce((sum, row) => sum + (mayConfirm(caller, row) ? row.count : 0), 0);
}

function isPending(): SQL | undefined {
  return and(isAsk(approvals), isUndecided(approvals), gt(approvals.expiresAt, cardTime));
}

function ofStatus(status: Wanted['status']): SQL | undefined {
  if (status === undefined) return undefined;
  if (status === 'pending') return isPending();
  return status === 'decided' ? ne(statusNow, 'pending') : sql`${statusNow} = ${status}`;
}

function narrowed({ id, status, server, tool, person }: Wanted): (SQL | undefined)[] {
  return [
    id === undefined ? undefined : eq(approvals.id, id),
    ofStatus(status),
    server === undefined ? undefined : eq(approvals.server, server),
    tool === undefined ? undefined : eq(approvals.tool, tool),
    person === undefined ? undefined : eq(approvals.requestedBy, person),
  ];
}

type Keyed = Pick<typeof approvals.$inferSelect, 'id' | 'requestedAt' | 'decidedAt' | 'expiresAt'>;

/** What sorts a row, and its id: times are kept in milliseconds, so that one can be told again exactly. */
function cursorOf({ id, requestedAt, decidedAt, expiresAt }: Keyed, order: Order): string {
  const time = order === 'decided' ? (decidedAt ?? expiresAt) : requestedAt;
  return `${time.toISOString()}_${id}`;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\w-]{1,128})$/;

/** A 31st of February is read as a day in March, and written as that. */
function isMoment(time: string): boolean {
  const ms = Date.parse(time);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === time && !time.startsWith('0000');
}

function after(cursor: string | undefined, order: Order): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (!time || !isMoment(time)) throw new AppError('bad_request', 'cursor: is none.');
  const { by, falls } = ORDERS[order];
  const key = sql`(${by}, ${approvals.id})`;
  const then = sql`(${time}::timestamptz, ${id})`;
  return falls ? sql`${key} < ${then}` : sql`${key} > ${then}`;
}
