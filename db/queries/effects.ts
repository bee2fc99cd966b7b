/** What tools did under the id of a call: written with the effect itself, so that it can be asked for later. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../client';
import { calls, effects } from '../schema/ledger';

/** A call by its id, and the team it belongs to. */
export interface CallKey {
  readonly teamId: string;
  readonly callId: string;
}

/** What happened to the call is being settled: from then on it must not take effect. Nothing of it stays. */
export class SealedCallError extends Error {
  constructor() {
    super('This call was given up before it took effect. Nothing was changed.');
    this.name = 'SealedCallError';
  }
}

/**
 * The first statement of a change, in its transaction: that the call takes effect. From here on the database keeps each row of
 * the back office as it was before the change and after it, under the call's id. A call that is in no ledger of ours, as other
 * clients' are, is noted all the same.
 */
export async function noteEffect(
  data: { readonly db: Transaction },
  { callId, teamId }: CallKey,
): Promise<void> {
  await data.db.insert(effects).values({ callId, teamId, result: {} }).onConflictDoNothing();
}

/**
 * The last one: holding the call's row makes anyone who would seal it wait for the commit, and then find the effect.
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

/** Adds its result to a noted effect. The first word stays. */
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
