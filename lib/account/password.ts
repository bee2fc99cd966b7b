import 'server-only';
/** Another password, for who knows the present one. */
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '@/db/client';
import { newId } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { checkPassword } from '@/lib/auth/check-password';
import { AppError } from '@/lib/errors';
import { endTokensOf } from '@/lib/outside/tokens-of-person';
import type { Caller } from '@/lib/people/caller';
import { announce } from '@/lib/runs/follow/events';
import { findEmail, findSignIn } from '@/lib/store/accounts';
import { deleteLinks, lockAccount } from '@/lib/store/settings/account-links';
import { deleteBegunSignIns } from '@/lib/store/settings/factors';
import { deleteSessionsBut, updatePassword } from '@/lib/store/settings/sessions';
import { CHANGED } from './mails';

/**
 * Every other session ends, and a mail says so to the address: whoever has the password may not be its owner.
 * @param token of the session that asks; `clients`: what other clients may do ends as well
 * @throws AppError forbidden (not the present one, or of a demo account), too_many_requests, conflict (changed meanwhile)
 */
export async function changePassword(
  db: Database,
  caller: Caller,
  token: string,
  { current, next, clients = false }: { current: string; next: string; clients?: boolean },
): Promise<void> {
  const { userId, teamId } = caller;
  if ((await findSignIn(db, userId))?.demo) {
    throw new AppError('forbidden', 'The password of a demo account stays as it is: everybody uses it.');
  }
  const was = await checkPassword(
    db,
    userId,
    current,
    'That is not your present password. It was not changed.',
  );
  const hash = await hashPassword(next);
  const places = await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    // The account before all that belongs to it, as everybody locks them who changes either.
    await lockAccount(data.db, userId);
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
