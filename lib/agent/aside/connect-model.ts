import 'server-only';
/**
 * An admin connects a model for the team. It is sent a trivial request first: a model that does not answer is not
 * stored.
 */
import type { Database, Queryable } from '@/db/client';
import type { Env } from '@/lib/env';
import { AppError, isAppError } from '@/lib/errors';
import { complaintAbout } from '@/lib/models/team/reach';
import { openKey, sealKey } from '@/lib/models/team/sealed-key';
import { teamModel } from '@/lib/models/team/team-models';
import type { Caller } from '@/lib/people/caller';
import { findRole, namePerson } from '@/lib/store/people';
import {
  deleteTeamModel,
  findTeamModel,
  type TeamModelRow,
  upsertTeamModel,
} from '@/lib/store/settings/team-model';
import { tryModel } from './try-model';

/** A model as an admin enters it. */
export interface EnteredModel {
  /** Absent: OpenAI itself. */
  baseUrl?: string | undefined;
  model: string;
  /** Absent: the previous key stays, if the address is the same. */
  key?: string | undefined;
}

type Settings = Pick<Env, 'secret' | 'privateServers' | 'foundModel'>;

/**
 * Inserts or replaces it.
 * @throws AppError forbidden, bad_request, unavailable: it does not answer
 */
export async function connectModel(
  db: Database,
  caller: Caller,
  entered: EnteredModel,
  settings: Settings,
): Promise<void> {
  await assertAdmin(db, caller);
  const row = await rowOf(db, caller, entered, settings);
  try {
    await tryModel(teamModel(row, settings), true);
  } catch (error) {
    const why = isAppError(error) ? error.message : 'It does not answer.';
    throw new AppError('unavailable', `${why} It was not connected.`);
  }
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    await assertAdmin(tx, caller);
    await upsertTeamModel(tx, { ...row, setBy: caller.userId });
  });
}

/** @throws AppError forbidden, not_found */
export async function removeModel(db: Database, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    await assertAdmin(tx, caller);
    if (!(await deleteTeamModel(tx, caller.teamId)))
      throw new AppError('not_found', 'The team has connected no model.');
  });
}

async function rowOf(
  db: Queryable,
  { teamId }: Caller,
  { baseUrl: address, model, key }: EnteredModel,
  settings: Settings,
): Promise<TeamModelRow> {
  const baseUrl = address?.replace(/\/+$/, '') ?? null;
  const complaint = baseUrl === null ? undefined : complaintAbout(baseUrl, settings);
  if (complaint) throw new AppError('bad_request', complaint);
  const owner = { teamId, baseUrl };
  const used = key ?? (await keyBefore(db, owner, settings.secret));
  if (baseUrl === null && used === undefined)
    throw new AppError('bad_request', 'Key: OpenAI answers nobody without one.');
  return { ...owner, model, sealedKey: used === undefined ? null : sealKey(settings.secret, owner, used) };
}

/**
 * A key that one admin has entered for an address is sent nowhere else: for another address it has to be entered again.
 */
async function keyBefore(
  db: Queryable,
  { teamId, baseUrl }: Pick<TeamModelRow, 'teamId' | 'baseUrl'>,
  secret: string,
): Promise<string | undefined> {
  const before = await findTeamModel(db, teamId);
  if (!before?.sealedKey || before.baseUrl !== baseUrl) return undefined;
  return openKey(secret, before, before.sealedKey);
}

/** By the database, not by what the session said a moment ago. */
async function assertAdmin(db: Queryable, caller: Caller): Promise<void> {
  if ((await findRole(db, caller)) === 'admin') return;
  throw new AppError('forbidden', 'Only admins connect models.');
}
