/** The model of a turn, as the turn needs it. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderMetadata } from 'ai';
import type { ResolvedTurn } from '@/lib/offline-model/resolved-turn';
import type { ReadMarked } from './hand-over';
import type { Input } from './model-input';

/** The model that answers. */
export interface TurnModel {
  /** Its id in the list of models; absent if there is no list. */
  id?: string;
  /** For people. */
  title?: string;
  /** The most it writes in one step, in tokens; absent: the default. */
  maxOutput?: number;
  /** The most it reads and writes in one request, in tokens; absent if unknown. */
  contextWindow?: number;
  /** Rules answer, not a language model. */
  offline?: boolean;
  /** An admin of the team has connected it, and can fix it. */
  isTeams?: boolean;
  model: LanguageModelV4;
  providerOptions: ProviderMetadata | undefined;
  /** What it accepts besides text; absent: nothing. */
  input?: Input;
  /** The same model, for which marks of files in results are resolved. */
  handed?(read: ReadMarked): LanguageModelV4;
  /** The same model, given what the turn was resolved to; absent if it reads the instructions. */
  told?(turn: ResolvedTurn): LanguageModelV4;
}
