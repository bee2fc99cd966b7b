import 'server-only';
/** Sign-in attempts through a provider. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { signOnAttempts } = schema;

export type SignOnAttemptRow = typeof signOnAttempts.$inferSelect;

export async function insertSignOnAttempt(
  db: Queryable,
  attempt: typeof signOnAttempts.$inferInsert,
): Promise<void> {
  await db.insert(signOnAttempts).values(attempt);
}

/** Uses up an attempt: once, at this provider's address, in this browser, within ten minutes. */
export async function takeSignOnAttempt(
  db: Queryable,
  by: Pick<SignOnAttemptRow, 'stateHash' | 'provider' | 'browserHash'>,
): Promise<SignOnAttemptRow | undefined> {
  const [row] = await db
    .update(signOnAttempts)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(signOnAttempts.stateHash, by.stateHash),
        eq(signOnAttempts.provider, by.provider),
        eq(signOnAttempts.browserHash, by.browserHash),
        isNull(signOnAttempts.usedAt),
        gt(signOnAttempts.createdAt, sql`now() - interval '10 minutes'`),
      ),
    )
    .returning();
  return row;
}

/**
 * Anybody can begin one, so none is kept longer than it is valid. Found by the index on their time, so that many cost
 * no more.
 */
export async function deleteOldSignOnAttempts(db: Queryable): Promise<void> {
  await db.delete(signOnAttempts).where(sql`${signOnAttempts.createdAt} < now() - interval '10 minutes'`);
}
