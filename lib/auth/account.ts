import 'server-only';
/** What people do about their own account: another password, and the end of sessions elsewhere. */
import { hashPassword } from 'better-auth/crypto';
import type { Database, Queryable } from '@/db/client';
import { newId } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findEmail, findSignIn } from '@/lib/store/accounts';
import { deleteLinks } from '@/lib/store/settings/account-links';
import {
  deleteSession,
  deleteSessionsBut,
  listSessions,
  updatePassword,
} from '@/lib/store/settings/sessions';
import { deviceWords, type SessionView } from './account-view';
import { checkPassword } from './check-password';

/** @param token of the session that asks */
export async function readSessions(db: Queryable, caller: Caller, token: string): Promise<SessionView[]> {
  const rows = await listSessions(db, caller.userId);
  return rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent),
    address: row.ipAddress === '' ? null : row.ipAddress,
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
    isThis: row.token === token,
  }));
}

/** @throws AppError not_found */
export async function endSession(db: Database, caller: Caller, id: string): Promise<void> {
  if (await deleteSession(db, caller.userId, id)) return;
  throw new AppError('not_found', 'This session has ended already.');
}

export async function endOtherSessions(db: Database, caller: Caller, token: string): Promise<void> {
  await deleteSessionsBut(db, caller.userId, token);
}

/**
 * Every other session ends, and a mail says so to the address: whoever has the password may not be its owner.
 * @param token of the session that asks
 * @throws AppError forbidden (not the present one, or of a demo account), too_many_requests, conflict (changed meanwhile)
 */
export async function changePassword(
  db: Database,
  caller: Caller,
  token: string,
  { current, next }: { current: string; next: string },
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
  await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    if (!(await updatePassword(data.db, userId, { was, hash }))) {
      throw new AppError(
        'conflict',
        'Your password was changed somewhere else meanwhile. Sign in with that one.',
      );
    }
    await deleteSessionsBut(data.db, userId, token);
    await deleteLinks(data.db, userId);
    const recipient = await findEmail(data.db, userId);
    if (recipient) await queueMail(data, { id: newId('pwd'), recipient, ...CHANGED });
  });
}

const CHANGED = {
  subject: 'Your password was changed',
  body: [
    'The password of your account at Amber was changed just now, and you were signed out everywhere else.',
    '',
    'If that was not you, tell an admin of your team at once.',
  ].join('\n'),
};
