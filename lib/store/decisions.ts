import 'server-only';
/** What a click on a card reads and writes, each in one statement, all in a transaction that has locked the chat. */
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

/** A run's approvals as they stand, oldest first; `isDue`: its time is over although it still reads pending. */
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

/** Who has confirmed and is still in the card's team, with the role of now; not who has been stopped since, nor who is gone. */
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

/** Writes down that this person confirms. */
export async function addConfirmation(
  tx: Transaction,
  given: { approvalId: string; userId: string; session: string | null | undefined },
): Promise<void> {
  await confirming(tx, given);
}

const confirming = kept(['approvalId', 'userId', 'session'], (tx, given) =>
  tx.insert(confirmations).values(given).onConflictDoNothing(),
);

/** Ids of all whose Confirm it has, beside that of who decided it. */
export async function listConfirmations(db: Queryable, approvalId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: confirmations.userId })
    .from(confirmations)
    .where(eq(confirmations.approvalId, approvalId));
  return rows.map(({ userId }) => userId);
}

/**
 * @param holdSeconds how long it is held before it runs; null: not at all
 * @returns whether it still waited, and is decided now
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
      // Of nothing: nothing.
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
