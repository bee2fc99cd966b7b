import 'server-only';
/** Taking a decided call to run it: once, ever, and only if everything is still as it was decided. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { advance, type CallRow, type Fence, isHeld, type Noted } from '@/lib/execution/ledger';
import type { ApprovalRow } from '@/lib/store/approvals';
import { spendGrant } from '@/lib/store/grants';

const { approvals } = schema;

/** What the call would be now, recomputed right before it is sent. */
export interface PresentCall {
  runId: string;
  toolCallId: string;
  server: string;
  serverUrl: string;
  callsItself: string | null;
  trusted: boolean;
  inputHash: string;
  definitionHash: string;
  previewHash: string;
}

/**
 * The row that lets this call run, if there is one: confirmed, or held and released; and not yet used, unless the
 * call itself was claimed with it by a process that died before it sent anything.
 */
export async function findPermission(
  db: Queryable,
  { runId, toolCallId, status }: CallRow,
): Promise<ApprovalRow | null> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.runId, runId),
        eq(approvals.toolCallId, toolCallId),
        inArray(approvals.status, ['confirmed', 'released']),
        unused(status),
      ),
    );
  return row ?? null;
}

function unused(status: CallRow['status']): SQL | undefined {
  return status === 'claimed' ? undefined : isNull(approvals.claimedAt);
}

/**
 * Uses the permission up, in one conditional change: of any number of requests, processes and retries one
 * gets the call's row, as claimed in the ledger. Anything that differs from what was decided gives nothing, and
 * nothing may run.
 * @param judge what lets it run by the rules of this very moment: the grant by which a call runs that was only held
 *   back, which is used up by one; throws what stands against it
 */
export function claim(
  db: Database,
  row: CallRow,
  call: PresentCall,
  fence: Fence,
  judge: (tx: Transaction) => Promise<string | undefined>,
): Promise<CallRow | undefined> {
  return take(db, row, fence, async (tx) => {
    const grantId = await judge(tx);
    if (!(await takePermission(tx, row, call))) return undefined;
    // A process that died has spent it already.
    return grantId && row.status !== 'claimed' ? spent(tx, grantId, row) : {};
  });
}

/**
 * The same in one statement that marks the call as sent as well, for what a person has just confirmed.
 * @param only what must still hold of what it was judged by
 * @returns nothing, and nothing is changed, when anything of it is not so: then `claim` finds out what
 */
export function claimAndDispatch(
  db: Database,
  row: CallRow,
  call: PresentCall,
  fence: Fence,
  only: SQL,
): Promise<CallRow | undefined> {
  const { calls } = schema;
  // Locked in the order in which a withdrawal does; both, or neither is changed.
  const permission = db
    .$with('permission')
    .as(db.select({ id: approvals.id }).from(approvals).where(permits(row, call)).for('update'));
  const isSame = and(eq(calls.id, row.id), eq(calls.status, row.status), eq(calls.attempts, row.attempts));
  const isPermitted = sql`exists (select 1 from permission)`;
  const free = db.$with('free').as(
    db
      .select({ id: calls.id })
      .from(calls)
      .where(and(isPermitted, isSame, isHeld(fence), only))
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
  const isTaken = sql`exists (select 1 from taken)`;
  return advance(db.with(permission, free, taken), row, ['claimed', 'dispatched'], {}, fence, isTaken);
}

/**
 * Takes the call by what somebody allowed ahead, and uses that up by one.
 * @returns the row as claimed, with who allowed it; nothing when the grant does not hold any more, or the call is taken
 */
export function claimByGrant(
  db: Database,
  row: CallRow,
  grantId: string,
  fence: Fence,
): Promise<CallRow | undefined> {
  return take(db, row, fence, (tx) => spent(tx, grantId, row));
}

/** What the call's row says then: by which grant it runs, and the person who gave that has decided. Nothing when it does not hold. */
async function spent(tx: Transaction, grantId: string, row: CallRow): Promise<Noted | undefined> {
  const decidedBy = await spendGrant(tx, grantId, row.chatId);
  return decidedBy === undefined ? undefined : { decidedBy, grantId };
}

/** The permission and the call are taken together, or neither is. */
async function take(
  db: Database,
  row: CallRow,
  fence: Fence,
  permit: (tx: Transaction) => Promise<Noted | undefined>,
): Promise<CallRow | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const noted = await permit(tx);
      if (!noted) throw new NotOurs();
      // Two processes may both hold it so: the dispatch mark is given to one of them.
      if (row.status === 'claimed') return row;
      const claimed = await advance(tx, row, 'claimed', noted, fence);
      if (!claimed) throw new NotOurs();
      return claimed;
    });
  } catch (error) {
    if (error instanceof NotOurs) return undefined;
    throw error;
  }
}

/** Undoes the transaction: another process has the call, and the permission with it. */
class NotOurs extends Error {}

async function takePermission(db: Queryable, row: CallRow, call: PresentCall): Promise<boolean> {
  const claimed = await db
    .update(approvals)
    .set({ claimedAt: sql`now()` })
    .where(permits(row, call))
    .returning({ id: approvals.id });
  return claimed.length === 1;
}

/** The permission that lets this call run, as it is now: unused, and for nothing that differs from it. */
function permits(row: CallRow, call: PresentCall): SQL | undefined {
  return and(
    eq(approvals.runId, call.runId),
    eq(approvals.toolCallId, call.toolCallId),
    inArray(approvals.status, ['confirmed', 'released']),
    unused(row.status),
    eq(approvals.server, call.server),
    eq(approvals.serverUrl, call.serverUrl),
    sql`${approvals.callsItself} is not distinct from ${call.callsItself}`,
    eq(approvals.trusted, call.trusted),
    eq(approvals.inputHash, call.inputHash),
    eq(approvals.definitionHash, call.definitionHash),
    eq(approvals.previewHash, call.previewHash),
  );
}
