import 'server-only';
/** All available models: from the settings, from the operator's file, or the offline model if there are neither. */
import { env, type ModelSettings } from '@/lib/env';
import { once } from '@/lib/values/once';
import { type ChosenModel, chooseModel } from './choose-model';
import type { ModelView } from './model-view';
import { type ModelsFile, OF_THE_SETTINGS, readModelsFile } from './models-file';

export interface ListedModel extends ChosenModel, Omit<ModelView, 'input'> {
  /** It is reached at an address that the operator gave, which may be a server of one's own. */
  isElsewhere: boolean;
  /** An admin of the team has connected it, and can fix it. */
  isTeams?: boolean;
}

export class ModelList {
  /** @param all at least one; the default first */
  constructor(readonly all: readonly [ListedModel, ...ListedModel[]]) {}

  /** The model with this id; the default if there is none, or none was chosen. */
  find(id: string | null | undefined): ListedModel {
    return this.all.find((one) => one.id === id) ?? this.all[0];
  }

  has(id: string): boolean {
    return this.all.some((one) => one.id === id);
  }

  get views(): ModelView[] {
    return this.all.map(({ id, title, offline, input, contextWindow, maxOutput, price }) => ({
      id,
      title,
      offline,
      input,
      ...(contextWindow !== undefined && { contextWindow }),
      ...(maxOutput !== undefined && { maxOutput }),
      ...(price && { price }),
    }));
  }
}

/** @param file absent: the settings alone */
export function listModels(own: ModelSettings | undefined, file?: ModelsFile): ModelList {
  const further = (file?.models ?? []).map(({ id, title, settings, contextWindow, maxOutput, price }) => ({
    ...chooseModel(settings),
    id,
    title,
    label: title,
    isElsewhere: settings.baseUrl !== undefined,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(price && { price }),
  }));
  const ofSettings = chooseModel(own);
  const { label: title } = ofSettings;
  const first = { ...ofSettings, id: OF_THE_SETTINGS, title, isElsewhere: own?.baseUrl !== undefined };
  const [next, ...rest] = further;
  // The offline model is offered only if there is no other.
  const [preset, ...others] = next && !own ? [next, ...rest] : [first, ...further];
  const chosen = [preset, ...others].find(({ id }) => id === file?.chosen) ?? preset;
  return new ModelList([chosen, ...[preset, ...others].filter((one) => one !== chosen)]);
}

/**
 * The models of this installation, read once.
 * @throws ModelsFileError
 */
export function configuredModels(): ModelList {
  return once('models', () => {
    const { model, modelsFile } = env();
    return listModels(model, modelsFile === undefined ? undefined : readModelsFile(modelsFile, model));
  });
}
