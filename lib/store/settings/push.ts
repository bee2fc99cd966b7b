import 'server-only';
/** Browsers that get notifications while the page is closed, and the sessions in which that was turned on. */
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Locale } from '@/lib/people/preferences';

const { preferences, pushSubscriptions, sessions } = schema;

export type PushRow = typeof pushSubscriptions.$inferSelect;
export type NewPush = Omit<PushRow, 'createdAt' | 'sessionId' | 'failures'>;

/**
 * Stores the browser for the session with this token, replacing whoever had it before.
 * @returns whether there is such a session
 */
export async function savePush(tx: Transaction, push: NewPush, sessionToken: string): Promise<boolean> {
  const { id, userId, endpoint, p256dh, auth } = push;
  const rows = await tx
    .insert(pushSubscriptions)
    .select(
      tx
        .select({
          id: sql`${id}`.as('id'),
          userId: sessions.userId,
          sessionId: sessions.id,
          endpoint: sql`${endpoint}`.as('endpoint'),
          p256dh: sql`${p256dh}`.as('p256dh'),
          auth: sql`${auth}`.as('auth'),
          createdAt: sql`clock_timestamp()`.as('created_at'),
          failures: sql`0`.as('failures'),
        })
        .from(sessions)
        .where(and(eq(sessions.token, sessionToken), eq(sessions.userId, userId))),
    )
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        userId: sql`excluded.user_id`,
        sessionId: sql`excluded.session_id`,
        p256dh: sql`excluded.p256dh`,
        auth: sql`excluded.auth`,
        createdAt: sql`excluded.created_at`,
        failures: sql`excluded.failures`,
      },
    })
    .returning({ id: pushSubscriptions.id });
  return rows.length > 0;
}

/** Keeps only a person's newest ones. */
export async function dropOldestPushes(tx: Transaction, userId: string, most: number): Promise<void> {
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(most);
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)));
}

/** The addresses of this person's browsers. */
export async function listPushEndpoints(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  return rows.map(({ endpoint }) => endpoint);
}

/** The person's own subscription with this address. */
export async function deletePush(db: Queryable, userId: string, endpoint: string): Promise<void> {
  const is = and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint));
  await db.delete(pushSubscriptions).where(is);
}

/** Deletes one that the browser's push service no longer knows. */
export async function forgetPush(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/**
 * Records whether it answered properly; after this many failures in a row it is deleted.
 * @returns whether it was
 */
export async function notePush(db: Queryable, id: string, isWell: boolean, most: number): Promise<boolean> {
  const failures = isWell ? 0 : sql`${pushSubscriptions.failures} + 1`;
  const [noted] = await db
    .update(pushSubscriptions)
    .set({ failures })
    .where(eq(pushSubscriptions.id, id))
    .returning({ failures: pushSubscriptions.failures });
  if (!noted || noted.failures < most) return false;
  await forgetPush(db, id);
  return true;
}

/**
 * The browser, as long as the session in which that was turned on is valid; the language is null if none was chosen.
 */
export async function findPush(
  db: Queryable,
  id: string,
): Promise<(PushRow & { locale: Locale | null }) | undefined> {
  const [row] = await db
    .select({ push: pushSubscriptions, locale: preferences.locale })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(preferences, eq(preferences.userId, pushSubscriptions.userId))
    .where(and(eq(pushSubscriptions.id, id), sql`${sessions.expiresAt} > now()`));
  return row && { ...row.push, locale: row.locale };
}
