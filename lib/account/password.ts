import 'server-only';
/** Changes the password of a person who knows the present one and presents their second factor, if they have one. */
import { hashPassword } from 'better-auth/crypto';
import { newId } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { AppError } from '@/lib/errors';
import { endTokensOf } from '@/lib/outside/tokens-of-person';
import { announce } from '@/lib/runs/follow/events';
import { findEmail } from '@/lib/store/accounts';
import { deleteLinks, lockAccount } from '@/lib/store/settings/account-links';
import { deleteBegunSignIns } from '@/lib/store/settings/factors';
import { deleteSessionsBut, updatePassword } from '@/lib/store/settings/sessions';
import { type FactorContext, type Proof, prove, stillSignedIn } from './factors/prove';
import { CHANGED } from './mails';

export interface PasswordChange extends Pick<Proof, 'code' | 'passkey'> {
  current: string;
  next: string;
  /** Also ends the access of other clients. */
  clients?: boolean | undefined;
}

/**
 * Every other session ends, and a mail reports the change, since whoever has the password may not be its owner.
 * @throws AppError as `prove` with the password and the factor; conflict: there is none, or it was changed meanwhile
 */
export async function changePassword(
  context: FactorContext,
  { current, next, clients = false, ...proof }: PasswordChange,
): Promise<void> {
  const { db, caller, token } = context;
  const { userId, teamId } = caller;
  const was = await prove(context, { ...proof, password: current }, { what: 'password' }, 'both');
  if (was === null) throw new AppError('conflict', 'Your account has no password: you sign in elsewhere.');
  const hash = await hashPassword(next);
  const places = await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    // The account before everything that belongs to it: everything that changes either locks them in this order.
    await lockAccount(data.db, userId);
    await stillSignedIn(data.db, context);
    if (!(await updatePassword(data.db, userId, { was, hash }))) {
      throw new AppError(
        'conflict',
        'Your password was changed somewhere else meanwhile. Sign in with that one.',
      );
    }
    await deleteSessionsBut(data.db, userId, token);
    await deleteBegunSignIns(data.db, userId);
    await deleteLinks(data.db, userId);
    const recipient = await findEmail(data.db, userId);
    if (recipient) await queueMail(data, { id: newId('pwd'), recipient, ...CHANGED });
    return clients ? endTokensOf(data.db, { userId, teamId }) : [];
  });
  for (const place of places) await announce(db, place);
}
