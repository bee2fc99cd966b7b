import 'server-only';
/** Tokens for a company's directory: created and revoked by admins, shown once, stored as a hash. */
import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '@/db/client';
import { newId } from '@/db/ids';
import { changeTeamData, lockTeam, type TeamData } from '@/db/queries/change';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  countDirectoryTokens,
  insertDirectoryToken,
  listDirectoryTokens,
  markDirectoryTokenRevoked,
} from '@/lib/store/directory/tokens';
import { findRole, namePerson } from '@/lib/store/people';
import { sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import type { DirectoryTokenView } from './directory-view';

/** Enough to replace one without a gap. */
export const MOST_TOKENS = 5;

/** @throws AppError forbidden */
export async function readDirectoryTokens(db: Queryable, caller: Caller): Promise<DirectoryTokenView[]> {
  await assertAdmin(db, caller);
  const rows = await listDirectoryTokens(db, caller.teamId);
  return rows.map(({ token: { id, name, createdAt, lastUsedAt }, madeBy }) => ({
    id,
    name,
    madeBy,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * @returns the token itself, which nobody can read again
 * @throws AppError forbidden, too_many_requests
 */
export async function makeDirectoryToken(
  db: Database,
  caller: Caller,
  name: string,
): Promise<{ id: string; token: string }> {
  const { teamId, userId } = caller;
  const token = `amb_scim_${randomBytes(32).toString('base64url')}`;
  const id = newId('dir');
  await byAdmin(db, caller, async (data) => {
    if ((await countDirectoryTokens(data.db, teamId)) >= MOST_TOKENS)
      throw new AppError('too_many_requests', `The team has ${MOST_TOKENS} such tokens. Revoke one first.`);
    const row = { id, teamId, name: storable(name), hash: sha256Hex(token), madeBy: userId };
    await insertDirectoryToken(data.db, row);
  });
  return { id, token };
}

/**
 * From the commit on it can change nothing.
 * @throws AppError forbidden, not_found
 */
export async function revokeDirectoryToken(db: Database, caller: Caller, id: string): Promise<void> {
  const { teamId, userId } = caller;
  await byAdmin(db, caller, async (data) => {
    if (await markDirectoryTokenRevoked(data.db, { teamId, id, revokedBy: userId })) return;
    throw new AppError('not_found', 'There is no such token.');
  });
}

async function byAdmin(db: Database, caller: Caller, work: (data: TeamData) => Promise<void>): Promise<void> {
  const { teamId, userId } = caller;
  await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    await namePerson(data.db, userId);
    await lockTeam(data);
    await assertAdmin(data.db, caller);
    await work(data);
  });
}

async function assertAdmin(db: Queryable, caller: Caller): Promise<void> {
  if ((await findRole(db, caller)) === 'admin') return;
  throw new AppError('forbidden', 'Only admins see and make tokens for a directory.');
}
