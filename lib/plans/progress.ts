// Shared with the browser: types and pure functions only.
/** How far a plan has come, by the calls that its steps have made. Pure: it is stored nowhere else. */

/** The outcome of a step's call; of the first one, if a person had it run again. */
export type StepState = 'open' | 'done' | 'failed' | 'unknown';

export interface Progress {
  done: number[];
  /** Where it stopped: no step after this one is begun any more. */
  stopped?: { step: number; state: 'failed' | 'unknown' };
  /** The step to make now, or in progress. */
  next?: number;
  /** Neither done nor begun. */
  left: number[];
}

/** The call that put the rest of a plan on one more card, and its outcome. */
export interface RestCall {
  step: number;
  state: StepState;
}

/**
 * @param steps the numbers of its steps, in order
 * @param stateOf undefined if it has made no call yet
 * @param rest once it is done, the rest is a plan of its own
 */
export function progressOf(
  steps: readonly number[],
  stateOf: (step: number) => StepState | undefined,
  rest?: RestCall,
): Progress {
  const at = steps.findIndex((step) => stateOf(step) !== 'done');
  if (at < 0) return { done: [...steps], left: [] };
  const step = steps[at] as number;
  const done = steps.slice(0, at);
  const isRest = rest?.step === step;
  if (isRest && rest.state === 'done') return { done, left: [] };
  const state = isRest ? rest.state : stateOf(step);
  if (state === 'failed' || state === 'unknown') {
    return { done, stopped: { step, state }, left: steps.slice(at + 1) };
  }
  return { done, next: step, left: steps.slice(at) };
}

/** In words, for the model, and for people in their language; undefined if nothing is left. */
export function progressWords({ done, stopped, left }: Progress): string | undefined {
  if (!stopped && left.length === 0) return undefined;
  const parts = [
    done.length > 0 ? `${named(done)} done` : 'Nothing of it was done',
    ...(stopped ? [stoppedWords(stopped)] : []),
    ...(left.length > 0 ? [`${named(left)} not begun`] : []),
  ];
  return `The plan stopped. ${parts.join('; ')}.`;
}

function stoppedWords({ step, state }: NonNullable<Progress['stopped']>): string {
  return state === 'failed'
    ? `Step ${step} did not succeed`
    : `Step ${step} has an outcome that nobody knows`;
}

function named(steps: readonly number[]): string {
  return `${steps.length === 1 ? 'Step' : 'Steps'} ${steps.join(', ')}`;
}
