// Shared with the browser: types and pure functions only.
/** Guides a new team through its first minutes. */
import type { ModelsView } from '@/lib/models/model-view';
import type { FirstStep } from '@/lib/people/preferences';

export interface FirstStepView {
  step: FirstStep;
  isDone: boolean;
}

export interface FirstStepsView {
  /** Steps for this person's role that were not skipped, in order; at least one is open. */
  steps: FirstStepView[];
  /** For those who cannot connect a model: the names of those who can. */
  admins?: string[];
  /** The team has no records yet, and may take those of the example company. */
  mayTakeExample: boolean;
  /** What the first step needs; for admins. */
  models?: ModelsView;
}
