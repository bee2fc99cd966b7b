/** What tools did under a call's id: written with the effect itself, so that it can be looked up later. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../client';
import { calls, effects } from '../schema/ledger';

/** A call by its id, and the team it belongs to. */
export interface CallKey {
  readonly teamId: string;
  readonly callId: string;
}

/** The call is being settled: from now on it must not take effect. Everything done for it is rolled back. */
export class SealedCallError extends Error {
  constructor() {
    super('This call was given up before it took effect. Nothing was changed.');
    this.name = 'SealedCallError';
  }
}

/**
 * The first statement of a change, in its transaction: records that the call takes effect. From here on the database
 * keeps each back-office row as it was before and after the change, under the call's id. Calls that are not in our
 * ledger, as other clients' may be, are recorded all the same.
 */
export async function noteEffect(
  data: { readonly db: Transaction },
  { callId, teamId }: CallKey,
): Promise<void> {
  await data.db.insert(effects).values({ callId, teamId, result: {} }).onConflictDoNothing();
}

/**
 * The last statement: locking the call's row makes anyone who would seal it wait for the commit, and then find the
 * effect.
 * @throws SealedCallError
 */
export async function assertUnsealed(
  data: { readonly db: Transaction },
  { callId, teamId }: CallKey,
): Promise<void> {
  const [call] = await data.db
    .select({ sealedAt: calls.sealedAt })
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.teamId, teamId)))
    .for('share');
  if (call?.sealedAt) throw new SealedCallError();
}

/** Adds the result to a recorded effect. The first result stays. */
export async function keepEffectResult(
  db: Queryable,
  { callId, teamId }: CallKey,
  result: Record<string, unknown>,
): Promise<void> {
  await db
    .update(effects)
    .set({ result })
    .where(and(eq(effects.callId, callId), eq(effects.teamId, teamId), sql`${effects.result}::text = '{}'`));
}

/** What a call of the team did; undefined: nothing. Its result is null when only the effect is known. */
export async function findEffect(
  db: Queryable,
  { callId, teamId }: CallKey,
): Promise<{ result: Record<string, unknown> | null } | undefined> {
  const [effect] = await db
    .select({ result: effects.result })
    .from(effects)
    .where(and(eq(effects.callId, callId), eq(effects.teamId, teamId)));
  if (!effect) return undefined;
  const { result } = effect;
  const isKnown = typeof result === 'object' && result !== null && Object.keys(result).length > 0;
  return { result: isKnown ? (result as Record<string, unknown>) : null };
}
