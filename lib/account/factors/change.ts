import 'server-only';
import { newId } from '@/db/ids';
/**
 * The common part of every change to one's second factors: one transaction with the account locked, the mail, and the
 * effect on other sessions.
 */
import { changeTeamData, type TeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { newRecoveryCodes } from '@/lib/auth/factors/codes';
import { AppError } from '@/lib/errors';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { findAccount, lockAccount } from '@/lib/store/settings/account-links';
import {
  countFactors,
  deleteBegunSignIns,
  lockFactor,
  replaceRecoveryCodes,
} from '@/lib/store/settings/factors';
import { deleteSessionsBut } from '@/lib/store/settings/sessions';
import { findSecondFactorOf } from '@/lib/store/settings/team';
import type { Words } from '../mails';
import { type FactorContext, stillSignedIn } from './prove';

/** @param mail what the person is told; if the work returns null, nothing changed, and nothing is sent */
export async function changeFactors<Result>(
  context: FactorContext,
  mail: Words,
  work: (data: TeamData) => Promise<Result | null>,
): Promise<Result | null> {
  const { db, caller } = context;
  const { userId, teamId } = caller;
  const { signal } = new AbortController();
  return changeTeamData({ db, teamId, signal }, async (data) => {
    const account = await lockAccount(data.db, userId);
    if (!account) throw new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
    await stillSignedIn(data.db, context);
    const result = await work(data);
    if (result === null) return null;
    await queueMail(data, { id: newId('fac'), recipient: account.email, ...mail });
    return result;
  });
}

/** After a factor was added. With the first one, all other sessions of this person end. */
export async function added(
  { db: tx }: TeamData,
  { caller: { userId }, token }: FactorContext,
): Promise<string[] | null> {
  const { codesAt } = await lockFactor(tx, userId);
  await countFactors(tx, userId);
  if (codesAt !== null) return null;
  await deleteSessionsBut(tx, userId, token);
  await deleteBegunSignIns(tx, userId);
  const { codes, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** After a factor was removed. With the last one, the recovery codes go. */
export async function removed({ db: tx }: TeamData, { caller }: FactorContext): Promise<void> {
  const { userId } = caller;
  if (await countFactors(tx, userId)) return;
  const of = await findSecondFactorOf(tx, caller.teamId);
  const isAsked = of === 'everybody' || (of === 'admins' && caller.role === 'admin');
  if (isAsked && !(await comesByProvider(tx, userId))) {
    throw new AppError(
      'conflict',
      'Your team asks you for a second factor: set up another one first, or have an admin ask for none any more, in Settings, Team.',
    );
  }
  await lockFactor(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
}

/**
 * Their address must use a company's single sign-on: the provider is in charge of their factors, and a team's
 * requirement does not apply.
 */
async function comesByProvider(tx: TeamData['db'], userId: string): Promise<boolean> {
  const account = await findAccount(tx, userId);
  return account !== undefined && forcedProvider(account.email) !== undefined;
}
