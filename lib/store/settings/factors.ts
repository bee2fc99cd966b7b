import 'server-only';
/** People's second factors in the database. Expiry is judged by the database's clock. */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';

const { factorChallenges, passkeys, recoveryCodes, sessions, twoFactors, users, verifications } = schema;

export interface FactorRow {
  secret: string | null;
  pending: string | null;
  lastStep: number | null;
  failures: number;
  isLocked: boolean;
  codesAt: Date | null;
}

/** The person's row, created if missing, and locked: checks of their codes happen one after the other. */
export async function lockFactor(tx: Transaction, userId: string): Promise<FactorRow> {
  await tx
    .insert(twoFactors)
    .values({ id: newId('fac'), userId })
    .onConflictDoNothing();
  const { secret, pending, lastStep, failures, codesAt } = twoFactors;
  const isLocked = sql<boolean>`coalesce(${twoFactors.lockedUntil} > now(), false)`;
  const [row] = await tx
    .select({ secret, pending, lastStep, failures, codesAt, isLocked })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .for('update');
  if (!row) throw new Error('The row of a factor is gone.');
  return row;
}

/** A code was right: earlier wrong ones no longer count. */
export async function noteRight(tx: Transaction, userId: string, step: number | null): Promise<void> {
  const taken = step === null ? {} : { lastStep: step };
  await tx
    .update(twoFactors)
    .set({ failures: 0, lockedUntil: null, ...taken })
    .where(eq(twoFactors.userId, userId));
}

/** @param lockedMinutes for how long no further codes are accepted; null: not locked yet */
export async function noteWrong(
  tx: Transaction,
  userId: string,
  lockedMinutes: number | null,
): Promise<void> {
  const isLast = lockedMinutes !== null;
  await tx
    .update(twoFactors)
    .set({
      failures: isLast ? 0 : sql`${twoFactors.failures} + 1`,
      lockedUntil: isLast ? sql`now() + make_interval(mins => ${lockedMinutes})` : null,
    })
    .where(eq(twoFactors.userId, userId));
}

/** An app that is being set up; null: none. */
export async function setPending(tx: Transaction, userId: string, pending: string | null): Promise<void> {
  await tx.update(twoFactors).set({ pending }).where(eq(twoFactors.userId, userId));
}

/** @param secret sealed; null: they no longer use an app */
export async function setApp(tx: Transaction, userId: string, secret: string | null): Promise<void> {
  await tx
    .update(twoFactors)
    .set({ secret, pending: null, verified: secret !== null })
    .where(eq(twoFactors.userId, userId));
}

/** Replaces all of them; an empty list leaves none. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length > 0)
    await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
  const codesAt = hashes.length > 0 ? sql`now()` : null;
  await tx.update(twoFactors).set({ codesAt }).where(eq(twoFactors.userId, userId));
}

/**
 * Uses it up.
 * @returns whether it was theirs and unused
 */
export async function takeRecoveryCode(tx: Transaction, userId: string, codeHash: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** In a query of a single table, columns appear without its name, so the person is given by value. */
const hasApp = (userId: string) =>
  sql<boolean>`exists (select from ${twoFactors} as "f" where "f"."user_id" = ${userId} and "f"."secret" is not null)`;
const hasPasskey = (userId: string) =>
  sql<boolean>`exists (select from ${passkeys} as "p" where "p"."user_id" = ${userId})`;

/**
 * Updates the account's flag of whether the person has a second factor, which sign-in reads.
 * @returns whether they have one
 */
export async function countFactors(tx: Transaction, userId: string): Promise<boolean> {
  const has = sql<boolean>`(${hasApp(userId)} or ${hasPasskey(userId)})`;
  const [row] = await tx
    .update(users)
    .set({ twoFactorEnabled: has })
    .where(eq(users.id, userId))
    .returning({ has: users.twoFactorEnabled });
  return row?.has ?? false;
}

export interface FactorsOfPerson {
  app: boolean;
  /** How many are left. */
  codes: number;
  codesAt: Date | null;
  password: boolean;
  demo: boolean;
}

export async function findFactors(db: Queryable, userId: string): Promise<FactorsOfPerson | undefined> {
  const [row] = await db
    .select({
      app: sql<boolean>`coalesce(${twoFactors.verified}, false)`,
      codes: sql<number>`(select count(*)::int from ${recoveryCodes} as "r" where "r"."user_id" = ${users.id})`,
      codesAt: twoFactors.codesAt,
      password: sql<boolean>`exists (select from ${schema.accounts} as "a" where "a"."user_id" = ${users.id}
        and "a"."provider_id" = 'credential' and "a"."password" is not null)`,
      demo: users.demo,
    })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

/** Which of the two kinds the person has. */
export async function findFactorKinds(
  db: Queryable,
  userId: string,
): Promise<{ app: boolean; passkeys: boolean }> {
  const [row] = await db
    .select({ app: hasApp(userId), passkeys: hasPasskey(userId) })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new Error('The person is gone.');
  return row;
}

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Oldest first. */
export function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** @throws a unique violation if somebody has it already */
export async function insertPasskey(tx: Transaction, row: typeof passkeys.$inferInsert): Promise<void> {
  await tx.insert(passkeys).values(row);
}

/** The device counts its signatures; a decreasing count means that it is a copy. */
export async function setCounter(db: Queryable, id: string, counter: number): Promise<void> {
  await db.update(passkeys).set({ counter }).where(eq(passkeys.id, id));
}

/** @returns whether it was theirs */
export async function renamePasskey(
  db: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

/** @returns whether it was theirs */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return gone.length > 0;
}

/** @returns whether there were any */
export async function deletePasskeys(tx: Transaction, userId: string): Promise<boolean> {
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return gone.length > 0;
}

/** Whether they still have this passkey, by its device's id. Waits for a concurrent removal. */
export async function holdsPasskey(db: Queryable, userId: string, credentialID: string): Promise<boolean> {
  const its = and(eq(passkeys.userId, userId), eq(passkeys.credentialID, credentialID));
  return (await db.select({ id: passkeys.id }).from(passkeys).where(its).for('share')).length > 0;
}

/**
 * Whether they still have a second factor at all: recovery codes come with the first and go with the last. Waits
 * likewise.
 */
export async function holdsFactor(db: Queryable, userId: string): Promise<boolean> {
  const { codesAt } = twoFactors;
  const [row] = await db
    .select({ codesAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .for('share');
  return (row?.codesAt ?? null) !== null;
}

/** Challenges that they were given to sign and have not returned yet. */
export async function deleteChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(factorChallenges).where(eq(factorChallenges.userId, userId));
}

export type ChallengeRow = Omit<typeof factorChallenges.$inferSelect, 'expiresAt' | 'subject'> & {
  subject?: string;
};

/** Per person; beyond this, the oldest are dropped. */
const MOST_CHALLENGES = 50;

/** Also deletes expired ones. */
export async function insertChallenge(db: Queryable, row: ChallengeRow, minutes: number): Promise<void> {
  await db.delete(factorChallenges).where(sql`${factorChallenges.expiresAt} < now()`);
  const theirs = eq(factorChallenges.userId, row.userId);
  const { id } = factorChallenges;
  const first = db
    .select({ id })
    .from(factorChallenges)
    .where(theirs)
    .orderBy(desc(factorChallenges.expiresAt))
    .offset(MOST_CHALLENGES - 1);
  await db.delete(factorChallenges).where(and(theirs, inArray(id, first)));
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`;
  await db.insert(factorChallenges).values({ ...row, expiresAt });
}

/**
 * Uses it up.
 * @returns whether it was this person's, for this purpose, and not expired
 */
export async function takeChallenge(db: Queryable, row: ChallengeRow): Promise<boolean> {
  const { id, userId, purpose, subject = '' } = row;
  const taken = await db
    .delete(factorChallenges)
    .where(
      and(
        eq(factorChallenges.id, id),
        eq(factorChallenges.userId, userId),
        eq(factorChallenges.purpose, purpose),
        eq(factorChallenges.subject, subject),
        gt(factorChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: factorChallenges.id });
  return taken.length > 0;
}

/** Sign-ins of this person that have passed the password, but not the code yet. */
export async function deleteBegunSignIns(db: Queryable, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** Anybody can begin one, with a passkey even without a password, so none is kept longer than it is valid. */
export async function deleteOldSignIns(db: Queryable): Promise<void> {
  await db.delete(verifications).where(sql`${verifications.expiresAt} < now()`);
}

/** Whether the session was created within this many minutes. */
export async function isFreshSession(
  db: Queryable,
  { userId, token }: { userId: string; token: string },
  minutes: number,
): Promise<boolean> {
  const isFresh = sql`${sessions.createdAt} > now() - make_interval(mins => ${minutes})`;
  const its = and(eq(sessions.userId, userId), eq(sessions.token, token), isFresh);
  return (await db.$count(sessions, its)) > 0;
}
