import 'server-only';
/** What a click on a card reads and writes, one statement each, all in a transaction that has locked the chat. */
import { and, eq, gt, isNotNull, lte, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { as, kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';
import type { ApprovalRow } from './approvals';
import { cardTime } from './card-time';
import { isHeldBack } from './conversation/holds';
import { isStopped } from './people';
import { vouched } from './sign-on/accounts';

const { approvals, confirmations, members } = schema;

/** A run's approvals, oldest first; `isDue`: it has expired although its status is still pending. */
export function listDecidable(
  tx: Transaction,
  runId: string,
): Promise<{ row: ApprovalRow; isDue: boolean; isHeldBack: boolean }[]> {
  return decidable(tx, { runId });
}

const decidable = kept(['runId'], (tx, { runId }) => {
  const isDue = sql<boolean>`${approvals.status} = 'pending' and ${lte(approvals.expiresAt, cardTime)}`;
  return tx
    .select({ row: approvals, isDue, isHeldBack })
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(approvals.requestedAt);
});

/**
 * Those who have confirmed and are still in the card's team, with their present role; without those who have since been
 * stopped or have left.
 */
export function listConfirmers(
  tx: Queryable,
  { id, teamId }: Pick<ApprovalRow, 'id' | 'teamId'>,
): Promise<{ userId: string; role: Role }[]> {
  return confirmers(tx, { id, teamId });
}

const confirmers = kept(['id', 'teamId'], (tx, { id, teamId }) =>
  tx
    .select({ userId: members.userId, role: members.role })
    .from(confirmations)
    .innerJoin(members, eq(members.userId, confirmations.userId))
    .where(
      and(
        eq(confirmations.approvalId, id),
        eq(members.teamId, teamId),
        not(isStopped),
        vouched(members.userId),
      ),
    ),
);

/** Records that this person confirms. */
export async function addConfirmation(
  tx: Transaction,
  given: { approvalId: string; userId: string; session: string | null | undefined },
): Promise<void> {
  await confirming(tx, given);
}

const confirming = kept(['approvalId', 'userId', 'session'], (tx, given) =>
  tx.insert(confirmations).values(given).onConflictDoNothing(),
);

/** Ids of everybody who has confirmed it, besides the person who decided it. */
export async function listConfirmations(db: Queryable, approvalId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: confirmations.userId })
    .from(confirmations)
    .where(eq(confirmations.approvalId, approvalId));
  return rows.map(({ userId }) => userId);
}

/**
 * @param holdSeconds how long it is held before it runs; null: not at all
 * @returns whether it was still pending, and is now decided
 */
export async function decideCard(
  tx: Transaction,
  id: string,
  holdSeconds: number | null,
  decided: Pick<ApprovalRow, 'status' | 'decidedBy' | 'decisionReason'> & {
    decidedSession: string | null | undefined;
  },
): Promise<boolean> {
  return (await deciding(tx, { id, holdSeconds, ...decided })).length > 0;
}

const DECIDED = ['status', 'decidedBy', 'decidedSession', 'decisionReason'] as const;

const deciding = kept(['id', 'holdSeconds', ...DECIDED], (tx, { id, holdSeconds, ...decided }) =>
  tx
    .update(approvals)
    .set({
      ...Object.fromEntries(DECIDED.map((name) => [name, as(decided[name], approvals[name])])),
      decidedAt: sql`now()`,
      // Null stays null.
      holdUntil: sql`now() + make_interval(secs => ${holdSeconds}::int)`,
    })
    .where(and(eq(approvals.id, id), eq(approvals.status, 'pending'), gt(approvals.expiresAt, cardTime)))
    .returning({ id: approvals.id }),
);

/** How often the arguments of a call were changed. */
export function countEdits(db: Queryable, { runId, toolCallId }: ApprovalRow): Promise<number> {
  const ofCall = and(eq(approvals.runId, runId), eq(approvals.toolCallId, toolCallId));
  return db.$count(approvals, and(ofCall, isNotNull(approvals.edited)));
}
