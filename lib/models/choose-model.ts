import 'server-only';

/** Which model speaks: the one that the settings name, or without settings the offline model. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '@/lib/env';
import { type OfflineSettings, offlineModel } from '@/lib/offline-model/offline-model';
import type { ResolvedTurn } from '@/lib/offline-model/resolved-turn';
import type { Fetch } from '@/lib/transport/http-transport';
import { type OpenAiModel, openAiModel } from './openai';

export interface ChosenModel extends OpenAiModel {
  /** For people: the model's name. */
  label: string;
  /** Whether rules speak instead of a language model: the page says so. */
  offline: boolean;
  /** The offline model, told what a turn was resolved to: it reads no instructions. */
  told?(turn: ResolvedTurn): LanguageModelV4;
}

/**
 * @param settings absent: the offline model
 * @param how how the offline model speaks, for tests; how the model's address is asked, where not everything may be
 */
export function chooseModel(
  settings: ModelSettings | undefined,
  { fetch, ...offline }: OfflineSettings & { fetch?: Fetch } = {},
): ChosenModel {
  if (!settings) {
    const told = (turn?: ResolvedTurn) => offlineModel(offline, turn);
    const label = 'Offline model';
    return { model: told(), told, label, offline: true, providerOptions: {}, input: 'text' };
  }
  return { ...openAiModel(settings, fetch), label: settings.model, offline: false };
}
