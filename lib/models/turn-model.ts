/** The model that speaks in a turn, as the turn takes it. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderMetadata } from 'ai';
import type { ResolvedTurn } from '@/lib/offline-model/resolved-turn';
import type { ReadMarked } from './hand-over';
import type { Input } from './model-input';

/** The model that speaks. */
export interface TurnModel {
  /** In the list of models; absent: there is no list. */
  id?: string;
  /** For people. */
  title?: string;
  /** What it writes at most in one step, in tokens; absent: as usual. */
  maxOutput?: number;
  /** What it reads and writes in one request, in tokens; absent: nobody has said. */
  contextWindow?: number;
  /** Rules speak, no language model. */
  offline?: boolean;
  /** An admin of the team has connected it, and can mend it. */
  isTeams?: boolean;
  model: LanguageModelV4;
  providerOptions: ProviderMetadata | undefined;
  /** What it takes other than text; absent: nothing. */
  input?: Input;
  /** The same model, for which marks of what results hold are read. */
  handed?(read: ReadMarked): LanguageModelV4;
  /** The same model, told what the turn was resolved to; absent: it reads the instructions. */
  told?(turn: ResolvedTurn): LanguageModelV4;
}
