import 'server-only';
/** Where people are signed in, and ending sessions elsewhere. */
import type { Database, Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { deleteSession, deleteSessionsBut, listSessions } from '@/lib/store/settings/sessions';
import { deviceWords, type SessionView } from './account-view';

/** @param token of the session that is asking */
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
