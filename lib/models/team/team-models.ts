import 'server-only';
/** The models available to a team: the operator's, then the one that its admin has connected. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Env, env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import type { TeamModelRow } from '@/lib/store/settings/team-model';
import { once } from '@/lib/values/once';
import { chooseModel } from '../choose-model';
import { configuredModels, type ListedModel, ModelList } from '../model-list';
import { OF_THE_TEAM } from '../models-file';
import { reachOf } from './reach';
import { openKey } from './sealed-key';

const UNREADABLE =
  'The key of this model cannot be read any more. An admin can enter it again in Settings, Models.';
const MOST_TEAMS = 500;

/** Created once per row: it keeps connections, and what a model has refused. */
const made = once('team-models', () => new Map<string, { row: string; list: ModelList }>());

/** @param row as in the database now; null: the operator's models alone */
export function modelsWith(row: TeamModelRow | null): ModelList {
  const operators = configuredModels();
  if (!row) return operators;
  const text = JSON.stringify(row);
  const known = made.get(row.teamId);
  if (known?.row === text) return known.list;
  if (made.size >= MOST_TEAMS) made.clear();
  const list = beside(operators, teamModel(row, env()));
  made.set(row.teamId, { row: text, list });
  return list;
}

/** The operator's models come first; the offline model is offered only if there is no other. */
export function beside(operators: ModelList, own: ListedModel): ModelList {
  const [first, ...others] = operators.all;
  return first.offline ? new ModelList([own]) : new ModelList([first, ...others, own]);
}

type Settings = Pick<Env, 'secret' | 'privateServers' | 'foundModel'>;

export function teamModel(row: TeamModelRow, settings: Settings): ListedModel {
  const { baseUrl, model, sealedKey } = row;
  const apiKey = sealedKey === null ? 'none' : openKey(settings.secret, row, sealedKey);
  const spoken = chooseModel(
    // A server without keys gets a placeholder, since the SDK always sends one.
    {
      apiKey: apiKey ?? 'none',
      model,
      api: baseUrl === null ? 'responses' : 'chat',
      ...(baseUrl !== null && { baseUrl }),
    },
    { fetch: reachOf(baseUrl, settings) },
  );
  const named = { id: OF_THE_TEAM, title: model, label: model, isElsewhere: baseUrl !== null, isTeams: true };
  if (apiKey !== undefined) return { ...spoken, ...named };
  const { handed: _, ...blind } = spoken;
  return { ...blind, ...named, model: silent(model) };
}

/** A model that answers every request with what is wrong. */
function silent(modelId: string): LanguageModelV4 {
  const say = () => Promise.reject(new AppError('unavailable', UNREADABLE));
  return {
    specificationVersion: 'v4',
    provider: 'amber',
    modelId,
    supportedUrls: {},
    doGenerate: say,
    doStream: say,
  };
}
