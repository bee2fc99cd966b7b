// Shared with the browser: types and pure functions only.
/** How far a plan has come, by the calls that its steps have made. Pure: nothing of it is stored anywhere else. */

/** What has become of a step's call; the first, where a person had it run again. */
export type StepState = 'open' | 'done' | 'failed' | 'unknown';

export interface Progress {
  done: number[];
  /** Where it stopped: after this step nothing of the plan is begun any more. */
  stopped?: { step: number; state: 'failed' | 'unknown' };
  /** What is to be made now, or goes on. */
  next?: number;
  /** Neither done nor begun. */
  left: number[];
}

/** The call that put what was left of a plan on one more card, and what has become of it. */
export interface RestCall {
  step: number;
  state: StepState;
}

/**
 * @param steps the numbers of its steps, in order
 * @param stateOf undefined: it has made no call yet
 * @param rest once it is done, what was left is a plan of its own
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

/** In words, for the model and for people, who read them in their language; undefined where nothing is left of it. */
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
