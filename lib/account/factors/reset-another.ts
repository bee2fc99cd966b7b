import 'server-only';
/**
 * An admin removes the second factor of somebody in their team who has lost it: from then on the password is enough to
 * sign in, and all existing sessions end.
 */
import { newId } from '@/db/ids';
import type { TeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { AppError } from '@/lib/errors';
import { endTokensOf } from '@/lib/outside/tokens-of-person';
import { announce } from '@/lib/runs/follow/events';
import { nameWay } from '@/lib/store/people';
import { lockAccount } from '@/lib/store/settings/account-links';
import {
  countFactors,
  deleteBegunSignIns,
  deleteChallenges,
  deletePasskeys,
  findFactorKinds,
  lockFactor,
  noteRight,
  replaceRecoveryCodes,
  setApp,
} from '@/lib/store/settings/factors';
import { deleteSessions } from '@/lib/store/settings/sessions';
import { asAdmin, memberOf } from '@/lib/team/team';
import { FACTORS_RESET } from '../mails';
import { type FactorContext, type Proof, prove, stillSignedIn } from './prove';

/** The admin's proof is checked only after their right to do this, so that it is not used up needlessly. */
export async function resetFactorsOf(context: FactorContext, userId: string, proof: Proof): Promise<void> {
  const { db, caller } = context;
  await asAdmin(db, caller, async (data) => {
    if (userId === caller.userId) {
      throw new AppError('conflict', 'Change your own second factor at Your account.');
    }
    await memberOf(data, userId);
    const { app, passkeys } = await findFactorKinds(data.db, userId);
    if (!app && !passkeys) throw none();
  });
  await prove(context, proof, { what: 'reset another', of: userId }, 'both');
  const places = await asAdmin(db, caller, async (data) => {
    await stillSignedIn(data.db, context);
    return reset(data, userId);
  });
  for (const place of places) await announce(db, place);
}

/** @returns the chats that hold their clients' calls */
async function reset(data: TeamData, userId: string): Promise<string[]> {
  const { db: tx, teamId } = data;
  await memberOf(data, userId);
  const account = await lockAccount(tx, userId);
  if (!account) throw new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
  await nameWay(tx, 'admin');
  if (!(await dropFactors(tx, userId))) throw none();
  await deleteSessions(tx, userId);
  await deleteBegunSignIns(tx, userId);
  await queueMail(data, { id: newId('fac'), recipient: account.email, ...FACTORS_RESET });
  return endTokensOf(tx, { userId, teamId });
}

/** @returns whether there was one */
async function dropFactors(tx: TeamData['db'], userId: string): Promise<boolean> {
  const { secret } = await lockFactor(tx, userId);
  await setApp(tx, userId, null);
  const hadPasskeys = await deletePasskeys(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
  await deleteChallenges(tx, userId);
  // Wrong guesses at the removed codes must not block new ones.
  await noteRight(tx, userId, null);
  await countFactors(tx, userId);
  return secret !== null || hadPasskeys;
}

const none = () => new AppError('conflict', 'This person has no second factor.');
