import { describe, expect, it } from 'vitest';
import { progressOf, progressWords, type StepState } from './progress';

const at = (...states: (StepState | undefined)[]) =>
  progressOf([1, 3, 4], (step) => states[[1, 3, 4].indexOf(step)]);

describe('how far a plan has come', () => {
  it.each<[string, ReturnType<typeof at>, string | undefined]>([
    ['not begun', at(), 'The plan stopped. Nothing of it was done; Steps 1, 3, 4 not begun.'],
    ['in its first step', at('open'), 'The plan stopped. Nothing of it was done; Steps 1, 3, 4 not begun.'],
    [
      'failed',
      at('done', 'failed'),
      'The plan stopped. Step 1 done; Step 3 did not succeed; Step 4 not begun.',
    ],
    [
      'unknown',
      at('unknown'),
      'The plan stopped. Nothing of it was done; Step 1 has an outcome that nobody knows; Steps 3, 4 not begun.',
    ],
    [
      'failed at its end',
      at('done', 'done', 'failed'),
      'The plan stopped. Steps 1, 3 done; Step 4 did not succeed.',
    ],
    ['done', at('done', 'done', 'done'), undefined],
  ])('%s', (_name, progress, words) => {
    expect(progressWords(progress)).toBe(words);
  });

  it('has a next step as long as none has failed, and none after that', () => {
    expect(at().next).toBe(1);
    expect(at('done').next).toBe(3);
    expect(at('done', 'open')).toEqual({ done: [1], next: 3, left: [3, 4] });
    for (const state of ['failed', 'unknown'] as const) {
      expect(at(state, 'done', 'open')).toEqual({ done: [], stopped: { step: 1, state }, left: [3, 4] });
    }
    expect(at('done', 'done', 'done')).toEqual({ done: [1, 3, 4], left: [] });
  });

  it('goes as the card goes that shows what is left of it', () => {
    const rest = (step: number, state: StepState) =>
      progressOf([1, 3, 4], (one) => (one === 1 ? 'done' : undefined), { step, state });
    expect(rest(3, 'done')).toEqual({ done: [1], left: [] });
    expect(rest(3, 'open')).toEqual({ done: [1], next: 3, left: [3, 4] });
    expect(rest(3, 'failed')).toEqual({ done: [1], stopped: { step: 3, state: 'failed' }, left: [4] });
    expect(rest(3, 'unknown')).toMatchObject({ stopped: { step: 3, state: 'unknown' } });
    // It says nothing more about a step that is done.
    expect(rest(1, 'failed')).toEqual({ done: [1], next: 3, left: [3, 4] });
  });
});
