// Shared with the browser: types and pure functions only.
/** What leads a new team through its first minutes. */
import type { ModelsView } from '@/lib/models/model-view';
import type { FirstStep } from '@/lib/people/preferences';

export interface FirstStepView {
  step: FirstStep;
  isDone: boolean;
}

export interface FirstStepsView {
  /** Those of this person's role that were not skipped, in their order; at least one is open. */
  steps: FirstStepView[];
  /** For those who cannot connect a model: who can, by name. */
  admins?: string[];
  /** The team has no records yet, and may take those of the invented company. */
  mayTakeExample: boolean;
  /** What the first step needs; for admins. */
  models?: ModelsView;
}
