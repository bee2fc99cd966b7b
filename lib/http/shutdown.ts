import 'server-only';
/** Shutdown and requests: once the process is ending, new work is refused and answers in progress are awaited. */
import { once } from '@/lib/values/once';

const state = once('requests', () => ({
  isLeaving: false,
  isEnding: false,
  open: new Set<Promise<unknown>>(),
}));

/**
 * From now on `isLeaving()` is true: the load balancer is told to send no more requests, but any that arrive are still
 * served.
 */
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

/** Counts an answer as in progress until it is settled. */
export function track<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { open } = state;
  const done = () => void open.delete(settled);
  const settled: Promise<void> = answer.then(done, done);
  open.add(settled);
  return answer;
}

/** Resolves when no answer is in progress. */
export async function answersMade(): Promise<void> {
  await Promise.all(state.open);
}
