import 'server-only';
/** A team's own retention times. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { teamKeeping, users } = schema;

export interface OwnDays {
  chatsDays: number | null;
  contentsDays: number | null;
  mailDays: number | null;
}

export async function findKeeping(
  db: Queryable,
  teamId: string,
): Promise<(OwnDays & { setBy: string | null; setAt: Date }) | undefined> {
  const { chatsDays, contentsDays, mailDays, setAt } = teamKeeping;
  const [row] = await db
    .select({ chatsDays, contentsDays, mailDays, setAt, setBy: users.name })
    .from(teamKeeping)
    .leftJoin(users, eq(users.id, teamKeeping.setBy))
    .where(eq(teamKeeping.teamId, teamId));
  return row;
}

export async function saveKeeping(
  tx: Transaction,
  { teamId, userId }: { teamId: string; userId: string },
  { chatsDays, contentsDays, mailDays }: OwnDays,
): Promise<void> {
  const values = { chatsDays, contentsDays, mailDays, setBy: userId };
  await tx
    .insert(teamKeeping)
    .values({ ...values, teamId })
    .onConflictDoUpdate({ target: teamKeeping.teamId, set: { ...values, setAt: sql`now()` } });
}
