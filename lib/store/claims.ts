import 'server-only';
/** Permissions to run a call: approvals that were confirmed, or held and released; each is used once. */
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

/** Unused, unless the call itself was claimed with it by a process that died before it sent anything. */
function isPermission({ runId, toolCallId, status }: CallRow): SQL | undefined {
  return and(
    eq(approvals.runId, runId),
    eq(approvals.toolCallId, toolCallId),
    inArray(approvals.status, ['confirmed', 'released']),
    status === 'claimed' ? undefined : isNull(approvals.claimedAt),
    // What is held is no permission before its time.
    or(isNull(approvals.holdUntil), lte(approvals.holdUntil, sql`now()`)),
  );
}

/** The same, for nothing that differs from it. */
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

/** What lets this call run, if anything does. */
export async function findPermission(db: Queryable, row: CallRow): Promise<ApprovalRow | undefined> {
  const [permission] = await db.select().from(approvals).where(isPermission(row));
  return permission;
}

/** @returns whether there is one, and it is used up now */
export async function claimPermission(db: Queryable, row: CallRow, call: CallIdentity): Promise<boolean> {
  const claimed = await db
    .update(approvals)
    .set({ claimedAt: sql`now()` })
    .where(permits(row, call))
    .returning({ id: approvals.id });
  return claimed.length === 1;
}

/**
 * The same as a part of the statement that takes the call.
 * @param isFree what must be so of the call
 * @returns where that statement is made, and its condition: both are used up, or neither
 */
export function claimingPermission(db: Queryable, row: CallRow, call: CallIdentity, isFree: SQL[]) {
  // Locked in the order in which a withdrawal does.
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
