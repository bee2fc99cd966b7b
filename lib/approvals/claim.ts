import 'server-only';
/** Claims a decided call in order to run it: once, ever, and only if everything is still as it was decided. */
import type { Database, Transaction } from '@/db/client';
import { advance, type CallRow, type Fence, heldOf, type Noted } from '@/lib/execution/ledger';
import { authorityUnchanged } from '@/lib/store/authority';
import { type CallIdentity, claimingPermission, claimPermission } from '@/lib/store/claims';
import { spendGrant } from '@/lib/store/grants';
import { maySendFor } from '@/lib/store/runs';
import type { Ruling } from './authority';

/** By what a call runs that nobody was asked about: the policy's rule, and the grant if the rule is `grant`. */
export type Unasked = Pick<Ruling, 'rule' | 'grantId'>;

/**
 * Spends the permission in one conditional change: of any number of requests, processes and retries, one gets the
 * call's row, claimed in the ledger. If anything differs from what was decided, it returns nothing, and nothing may
 * run.
 * @param judge what allows it under the rules of this very moment: for a call that was merely held, the rule by which
 * it runs; of a grant one use is spent. Throws what stands against it
 */
export function claim(
  db: Database,
  row: CallRow,
  call: CallIdentity,
  fence: Fence,
  judge: (tx: Transaction) => Promise<Unasked | undefined>,
): Promise<CallRow | undefined> {
  return take(db, row, fence, async (tx) => {
    const unasked = await judge(tx);
    if (!(await claimPermission(tx, row, call))) return undefined;
    // A process that died has already spent it.
    if (!unasked || row.status === 'claimed') return {};
    return unasked.grantId ? spent(tx, unasked.grantId, row) : { rule: unasked.rule };
  });
}

/**
 * The same in one statement that also marks the call as sent, for a call that a person has just confirmed.
 * @param authorityHash of what it was judged by, which must be unchanged
 * @returns nothing, with nothing changed, if any of this does not hold: `claim` then finds out what
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
 * Claims the call under a grant, and spends one use of that.
 * @returns the claimed row, with who allowed it; nothing if the grant no longer holds, or the call is already claimed
 */
export function claimByGrant(
  db: Database,
  row: CallRow,
  grantId: string,
  fence: Fence,
): Promise<CallRow | undefined> {
  return take(db, row, fence, (tx) => spent(tx, grantId, row));
}

/**
 * What is noted in the call's row: the grant by which it runs, with the person who gave it as the decider. Nothing if
 * it no longer holds.
 */
async function spent(tx: Transaction, grantId: string, row: CallRow): Promise<Noted | undefined> {
  const decidedBy = await spendGrant(tx, grantId, row.chatId);
  return decidedBy === undefined ? undefined : { decidedBy, grantId, rule: 'grant' };
}

/** Permission and call are claimed together, or neither is. */
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
      // Two processes may both have claimed it like this: only one of them gets the dispatch mark.
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

/** Rolls back the transaction: another process has the call, and its permission. */
class NotOurs extends Error {}
