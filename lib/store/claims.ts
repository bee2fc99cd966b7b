import 'server-only';
/** Permissions to run a call: approvals that were confirmed, or held and released. Each is used once. */
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { ApprovalRow } from './approvals';
import type { CallRow } from './calls';

const { approvals, calls } = schema;

/** What the call would be now, recomputed right before it is sent. */
export type CallIdentity = Pick<
  ApprovalRow,
  'server' | 'serverUrl' | 'callsItself' | 'trusted' | 'inputHash' | 'definitionHash' | 'previewHash'
>;

/** Unused, unless this same call claimed it in a process that died before sending anything. */
function isPermission({ runId, toolCallId, status }: CallRow): SQL | undefined {
  return and(
    eq(approvals.runId, runId),
    eq(approvals.toolCallId, toolCallId),
    inArray(approvals.status, ['confirmed', 'released']),
    status === 'claimed' ? undefined : isNull(approvals.claimedAt),
    // A held call has no permission before its hold ends.
    or(isNull(approvals.holdUntil), lte(approvals.holdUntil, sql`now()`)),
  );
}

/** The same, if nothing about the call has changed. */
function permits(row: CallRow, call: CallIdentity): SQL | undefined {
  return and(
    isPermission(row),
    eq(approvals.server, call.server),
    eq(approvals.serverUrl, call.serverUrl),
    sql`${approvals.callsItself} is not distinct from ${call.callsItself}`,
    eq(approvals.trusted, call.trusted),
    eq(approvals.inputHash, call.inputHash),
    eq(approvals.definitionHash, call.definitionHash),
    eq(approvals.previewHash, call.previewHash),
  );
}

/** What permits this call, if anything does. */
export async function findPermission(db: Queryable, row: CallRow): Promise<ApprovalRow | undefined> {
  const [permission] = await db.select().from(approvals).where(isPermission(row));
  return permission;
}

/** @returns whether there was one; it is now used up */
export async function claimPermission(db: Queryable, row: CallRow, call: CallIdentity): Promise<boolean> {
  const claimed = await db
    .update(approvals)
    .set({ claimedAt: sql`now()` })
    .where(permits(row, call))
    .returning({ id: approvals.id });
  return claimed.length === 1;
}

/**
 * The same as part of the statement that claims the call.
 * @param isFree what must hold of the call
 * @returns where to add that statement, and its condition: either both are used up, or neither
 */
export function claimingPermission(db: Queryable, row: CallRow, call: CallIdentity, isFree: SQL[]) {
  // Locked in the same order as when withdrawing.
  const permission = db
    .$with('permission')
    .as(db.select({ id: approvals.id }).from(approvals).where(permits(row, call)).for('update'));
  const isSame = and(eq(calls.id, row.id), eq(calls.status, row.status), eq(calls.attempts, row.attempts));
  const free = db.$with('free').as(
    db
      .select({ id: calls.id })
      .from(calls)
      .where(and(sql`exists (select 1 from permission)`, isSame, ...isFree))
      .for('update'),
  );
  const taken = db
    .$with('taken')
    .as(
      db
        .update(approvals)
        .set({ claimedAt: sql`now()` })
        .where(sql`${approvals.id} in (select id from permission) and exists (select 1 from free)`)
        .returning({ id: approvals.id }),
    );
  return { within: db.with(permission, free, taken), isTaken: sql`exists (select 1 from taken)` };
}
