/** The model chosen for a chat, as routes take it. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { modelsOf } from '@/lib/models/team/read-models';
import type { Caller } from '@/lib/people/caller';

/** Null: the default one. */
export const modelShape = z.string().max(64, 'must be the id of a model').nullable();

/** @throws AppError bad_request: the team has no model of this id */
export async function assertModel(caller: Caller, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const { db } = await database();
  if ((await modelsOf(db, caller)).has(id)) return;
  throw new AppError('bad_request', 'model: is no model that there is. GET /api/models lists them.');
}
