import 'server-only';
/** Who can be erased and what that would do, and who has been; for admins, who have to prove their identity. */
import type { Database } from '@/db/client';
import { type FactorContext, type Proof, prove, stillSignedIn } from '@/lib/account/factors/prove';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  countOf,
  type FoundPerson,
  findPerson,
  listErasures,
  listPeople,
} from '@/lib/store/keeping/erasing-people';
import { assertErasable, erasePerson } from './erase-person';
import type { ErasablePerson, ErasedPerson, ErasurePlan, ErasuresView } from './erasure-view';
import { assertAdmin } from './keeping';

/** The most listed on the page. */
const SHOWN = 500;

/** @throws AppError forbidden */
export async function readErasures(db: Database, caller: Caller): Promise<ErasuresView> {
  await assertAdmin(db, caller);
  const [people, erased] = await Promise.all([
    listPeople(db, caller.teamId),
    listErasures(db, caller.teamId, SHOWN),
  ]);
  return {
    people: people.filter(({ id, demo }) => id !== caller.userId && !demo).map(viewOf),
    erased: erased.map(
      ({ userId, byName, begunAt, endedAt, counts }): ErasedPerson => ({
        id: userId,
        by: byName,
        at: begunAt?.toISOString() ?? null,
        isDone: endedAt !== null,
        counts,
      }),
    ),
  };
}

const viewOf = ({ id, name, email, role }: FoundPerson): ErasablePerson => ({
  id,
  name,
  email,
  isMember: role !== null,
});

/**
 * What would be removed, what would stay, and what prevents it.
 * @throws AppError forbidden, not_found
 */
export async function planErasure(db: Database, caller: Caller, userId: string): Promise<ErasurePlan> {
  await assertAdmin(db, caller);
  const found = await findPerson(db, caller.teamId, userId);
  if (!found) throw new AppError('not_found', 'There is no such person in your team, or they were erased.');
  const refusal = await assertErasable(db, caller, userId).then(
    () => null,
    (error) => {
      if (error instanceof AppError && error.code === 'conflict') return error.message;
      throw error;
    },
  );
  return { ...viewOf(found), ...(await countOf(db, userId)), refusal };
}

/**
 * The proof is asked for last, so that no code is spent on something refused anyway.
 * @throws AppError forbidden (also for missing proof), not_found, conflict, too_many_requests
 */
export async function eraseWithProof(
  context: FactorContext,
  userId: string,
  proof: Proof,
): Promise<{ counts: Record<string, number> }> {
  const { db, caller } = context;
  await assertAdmin(db, caller);
  await assertErasable(db, caller, userId);
  await prove(context, proof, { what: 'erase another', of: userId }, 'both');
  return { counts: await erasePerson(db, caller, userId, (tx) => stillSignedIn(tx, context)) };
}
