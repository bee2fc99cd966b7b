import 'server-only';
/** Taking a decided call to run it: once, ever, and only if everything is still as it was decided. */
import type { Database, Transaction } from '@/db/client';
import { advance, type CallRow, type Fence, heldOf, type Noted } from '@/lib/execution/ledger';
import { authorityUnchanged } from '@/lib/store/authority';
import { type CallIdentity, claimingPermission, claimPermission } from '@/lib/store/claims';
import { spendGrant } from '@/lib/store/grants';
import { maySendFor } from '@/lib/store/runs';

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
  call: CallIdentity,
  fence: Fence,
  judge: (tx: Transaction) => Promise<string | undefined>,
): Promise<CallRow | undefined> {
  return take(db, row, fence, async (tx) => {
    const grantId = await judge(tx);
    if (!(await claimPermission(tx, row, call))) return undefined;
    // A process that died has spent it already.
    return grantId && row.status !== 'claimed' ? spent(tx, grantId, row) : {};
  });
}

/**
 * The same in one statement that marks the call as sent as well, for what a person has just confirmed.
 * @param authorityHash of what it was judged by, which must still be so
 * @returns nothing, and nothing is changed, when anything of it is not so: then `claim` finds out what
 */
export function claimAndDispatch(
  db: Database,
  row: CallRow,
  call: CallIdentity,
  fence: Fence,
  authorityHash: string,
): Promise<CallRow | undefined> {
  const { within, isTaken } = claimingPermission(db, row, call, [
    maySendFor(heldOf(fence)),
    authorityUnchanged(authorityHash, row),
  ]);
  return advance(within, row, ['claimed', 'dispatched'], {}, fence, isTaken);
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
