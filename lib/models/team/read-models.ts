import 'server-only';
/** The models of a team, as its members may see them. */
import type { Queryable } from '@/db/client';
import { type Env, env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { findTeamModel, findTeamModelSet } from '@/lib/store/settings/team-model';
import type { ModelList } from '../model-list';
import type { FoundModelView, ModelsView } from '../model-view';
import { foundModel } from './found-model';
import { openKey } from './sealed-key';
import { modelsWith } from './team-models';

/** The models that members of the team can choose from. */
export async function modelsOf(db: Queryable, { teamId }: Pick<Caller, 'teamId'>): Promise<ModelList> {
  return modelsWith(await findTeamModel(db, teamId));
}

export async function readModels(db: Queryable, { teamId, role }: Caller): Promise<ModelsView> {
  const set = await findTeamModelSet(db, teamId);
  if (!set) {
    const { views: models } = modelsWith(null);
    return role === 'admin' ? { models, team: null, found: foundView(env()) } : { models };
  }
  const { by, at, ...row } = set;
  const { views: models } = modelsWith(row);
  if (role !== 'admin') return { models };
  const { baseUrl: address, model, sealedKey } = row;
  const isReadable = sealedKey === null || openKey(env().secret, row, sealedKey) !== undefined;
  const team = { model, address, hasKey: sealedKey !== null, isReadable, by, at: at.toISOString() };
  return { models, team, found: foundView(env(), address) };
}

/** Nothing if it is the one that is connected. */
export function foundView(
  settings: Pick<Env, 'foundModel'>,
  connected?: string | null,
): FoundModelView | null {
  const found = foundModel(settings);
  if (!found || found.baseUrl === connected) return null;
  const { program, baseUrl: address, model } = found;
  return { program, address, model };
}
