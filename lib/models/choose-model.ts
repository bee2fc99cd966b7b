import 'server-only';

/** Which model speaks: the one that the settings name, or without settings the offline model. */
import type { ModelSettings } from '@/lib/env';
import { type OfflineSettings, offlineModel } from './offline/offline-model';
import { type OpenAiModel, openAiModel } from './openai';

export interface ChosenModel extends OpenAiModel {
  /** For people: the model's name. */
  label: string;
  /** Whether rules speak instead of a language model: the page says so. */
  offline: boolean;
}

/**
 * @param settings absent: the offline model
 * @param offline how the offline model speaks; for tests
 */
export function chooseModel(settings: ModelSettings | undefined, offline: OfflineSettings = {}): ChosenModel {
  if (!settings) {
    const model = offlineModel(offline);
    return { model, label: 'Offline model', offline: true, providerOptions: {}, input: 'text' };
  }
  return { ...openAiModel(settings), label: settings.model, offline: false };
}
