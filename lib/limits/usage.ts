import 'server-only';
/** What models have cost, for those who may read it; and the limits that admins set. */
import type { Database, Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findCaller, findRole, namePerson } from '@/lib/store/people';
import { deleteLimit, listLimits, listUsage, lockBudget, saveLimit } from '@/lib/store/settings/usage';
import { isLate, isMoney, isOfPeople, type LimitKind, type UsageView } from './usage-view';

/** How many people may have limits of their own. */
const MOST = 500;

export async function readUsage(
  db: Queryable,
  { teamId, userId, role }: Caller,
  days: number,
): Promise<UsageView> {
  const all = readsRecord(role);
  const [rows, limits] = await Promise.all([
    listUsage(db, teamId, all ? null : userId, days),
    listLimits(db, teamId),
  ]);
  const holds = limits.filter(({ whose }) => all || ['team', 'each', userId].includes(whose));
  return {
    rows,
    limits: holds.map(({ whose, what, soft, hard, currency }) => ({ whose, what, soft, hard, currency })),
  };
}

export interface NewLimit {
  /** `team`, `each`, or the id of one person. */
  whose: string;
  what: LimitKind;
  /** Both null: the limit is removed. */
  soft: number | null;
  hard: number | null;
  /** For money. */
  currency?: string | null | undefined;
}

/** @throws AppError forbidden, bad_request, not_found (no such person), conflict (too many) */
export async function setLimit(db: Database, caller: Caller, limit: NewLimit): Promise<void> {
  const { whose, what, soft, hard } = limit;
  const { teamId } = caller;
  if (whose === 'team' && isOfPeople(what)) {
    throw new AppError(
      'bad_request',
      'Answers at once and calls a minute are limited for people, not for the team.',
    );
  }
  if (isLate({ soft, hard })) {
    throw new AppError(
      'bad_request',
      'The soft limit lies above the hard one: nobody would be told before the end.',
    );
  }
  const currency = isMoney(what) ? (limit.currency ?? null) : null;
  if (isMoney(what) && currency === null) throw new AppError('bad_request', 'Money needs its currency.');
  await db.transaction(async (tx) => {
    await lockBudget(tx, teamId);
    await namePerson(tx, caller.userId);
    if ((await findRole(tx, caller)) !== 'admin') throw new AppError('forbidden', 'Only admins set limits.');
    if (soft === null && hard === null) return deleteLimit(tx, { teamId, whose, what });
    const isPerson = whose !== 'team' && whose !== 'each';
    if (isPerson && (await findCaller(tx, whose))?.teamId !== teamId) {
      throw new AppError('not_found', 'There is no such person in your team.');
    }
    if ((await listLimits(tx, teamId)).length >= MOST)
      throw new AppError('conflict', `A team has at most ${MOST} limits.`);
    await saveLimit(tx, { teamId, whose, what, soft, hard, currency, setBy: caller.userId });
  });
}
