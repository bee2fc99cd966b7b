import 'server-only';
/** What admins have stopped, and when they lifted it. */
import { aliasedTable, and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { halts, users } = schema;

export type HaltRow = typeof halts.$inferSelect;

/** What it stops, and why. */
export type HaltSaid = Pick<HaltRow, 'kind' | 'server' | 'tool' | 'userId' | 'reason'>;

export interface ListedHalt extends HaltRow {
  /** Names; null if the person is gone. */
  setByName: string | null;
  liftedByName: string | null;
  /** The person for whom everything is stopped. */
  person: string | null;
}

const setBy = aliasedTable(users, 'set_by_user');
const liftedBy = aliasedTable(users, 'lifted_by_user');
const stopped = aliasedTable(users, 'stopped_user');

/** Newest first: all active halts, and as many of the others as fit. */
export function listHalts(db: Queryable, teamId: string, most: number): Promise<ListedHalt[]> {
  return db
    .select({
      ...getTableColumns(halts),
      setByName: setBy.name,
      liftedByName: liftedBy.name,
      person: stopped.name,
    })
    .from(halts)
    .leftJoin(setBy, eq(setBy.id, halts.setBy))
    .leftJoin(liftedBy, eq(liftedBy.id, halts.liftedBy))
    .leftJoin(stopped, eq(stopped.id, halts.userId))
    .where(eq(halts.teamId, teamId))
    .orderBy(sql`${halts.liftedAt} is not null`, desc(halts.setAt), desc(halts.id))
    .limit(most);
}

/** @returns whether it was set; not if the very same one is active already */
export async function insertHalt(
  tx: Transaction,
  { teamId, userId }: Caller,
  id: string,
  halt: HaltSaid,
): Promise<boolean> {
  const made = await tx
    .insert(halts)
    .values({ ...halt, id, teamId, setBy: userId })
    .onConflictDoNothing()
    .returning({ id: halts.id });
  return made.length > 0;
}

/** An active halt. */
export async function findHalt(tx: Transaction, teamId: string, id: string): Promise<HaltRow | undefined> {
  const [row] = await tx.select().from(halts).where(isHeld(teamId, id)).for('update');
  return row;
}

export async function markLifted(tx: Transaction, { teamId, userId }: Caller, id: string): Promise<void> {
  await tx.update(halts).set({ liftedBy: userId, liftedAt: sql`now()` }).where(isHeld(teamId, id));
}

const isHeld = (teamId: string, id: string) =>
  and(eq(halts.teamId, teamId), eq(halts.id, id), isNull(halts.liftedAt));
