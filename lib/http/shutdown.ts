import 'server-only';
/**
 * What the end of the process and the requests know of each other: new work is refused once it ends, and what is
 * being answered is waited for.
 */
import { once } from '@/lib/values/once';

const state = once('requests', () => ({
  isLeaving: false,
  isEnding: false,
  open: new Set<Promise<unknown>>(),
}));

/** From now on `isLeaving()` is true: whoever hands out the requests is told to send no more, and all that come are served. */
export function leave(): void {
  state.isLeaving = true;
}

export function isLeaving(): boolean {
  return state.isLeaving;
}

/** From now on `isEnding()` is true, so that changing requests are refused. */
export function refuseNewWork(): void {
  state.isEnding = true;
}

export function isEnding(): boolean {
  return state.isEnding;
}

/** Counts an answer as being made until it is settled. */
export function track<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { open } = state;
  const done = () => void open.delete(settled);
  const settled: Promise<void> = answer.then(done, done);
  open.add(settled);
  return answer;
}

/** Resolves when no answer is being made any more. */
export async function answersMade(): Promise<void> {
  await Promise.all(state.open);
}
