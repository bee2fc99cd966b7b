import 'server-only';

/** Which model answers: the one in the settings, or without settings the offline model. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '@/lib/env';
import { type OfflineSettings, offlineModel } from '@/lib/offline-model/offline-model';
import type { ResolvedTurn } from '@/lib/offline-model/resolved-turn';
import type { Fetch } from '@/lib/transport/http-transport';
import { type OpenAiModel, openAiModel } from './openai';

export interface ChosenModel extends OpenAiModel {
  /** The model's name, for people. */
  label: string;
  /** Whether rules answer instead of a language model; the page says so. */
  offline: boolean;
  /** The offline model, given what a turn was resolved to, since it reads no instructions. */
  told?(turn: ResolvedTurn): LanguageModelV4;
}

/**
 * @param settings absent: the offline model
 * @param how how the offline model speaks, for tests; how the model's address is reached, if not every address is
 * allowed
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
