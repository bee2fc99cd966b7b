import 'server-only';

/** Which model speaks: the one that the settings name, or without settings the offline model. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '@/lib/env';
import { type OfflineSettings, offlineModel } from './offline/offline-model';
import { openAiModel, type ProviderOptions } from './openai';

export interface ChosenModel {
  model: LanguageModelV4;
  /** For people: the model's name. */
  label: string;
  /** Whether rules speak instead of a language model: the page says so. */
  offline: boolean;
  /** Belongs into every call of the model. */
  providerOptions: ProviderOptions;
}

/**
 * @param settings absent: the offline model
 * @param offline how the offline model speaks; for tests
 */
export function chooseModel(settings: ModelSettings | undefined, offline: OfflineSettings = {}): ChosenModel {
  if (!settings) {
    return { model: offlineModel(offline), label: 'Offline model', offline: true, providerOptions: {} };
  }
  return { ...openAiModel(settings), label: settings.model, offline: false };
}
