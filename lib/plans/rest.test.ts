/** When the rest of a plan gets one more card, and what is on it. */
import { describe, expect, it } from 'vitest';
import type { AsksAgain, ShownStep } from './plan';
import { type Known, restOf } from './rest';

function step(nth: number, given: Record<string, unknown>, asksAgain: AsksAgain | null = null): ShownStep {
  const shown = {
    title: 'T',
    name: `own_${nth}`,
    modelName: `s__own_${nth}`,
    serverUrl: 'https://s',
    trusted: true,
  };
  const judged = {
    risk: 'destructive',
    requirement: 'ask',
    reason: '',
    critical: false,
    preview: null,
  } as const;
  const hashes = { definitionHash: 'd', contractHash: 'c' };
  const said = { step: nth, server: 's', tool: `own_${nth}`, arguments: given, why: `Step ${nth}.` };
  return { ...said, ...shown, ...judged, ...hashes, from: [], asksAgain };
}

const known =
  (value: unknown, isOutside = false) =>
  (): Known => ({ value, isOutside });
const STEPS = [
  step(1, {}),
  step(2, { id: '$1.first' }, 'destroys'),
  step(3, { id: 'z' }),
  step(5, { id: '$1.second', by: '$2.made' }, 'unseen'),
];

describe('what is left of a plan', () => {
  it('has what the steps before have said, and names what its own will say', () => {
    expect(restOf(STEPS, 2, known({ first: 'a', second: 'b' }))).toEqual([
      { step: 2, server: 's', tool: 'own_2', arguments: { id: 'a' }, why: 'Step 2.' },
      { step: 3, server: 's', tool: 'own_3', arguments: { id: 'z' }, why: 'Step 3.' },
      { step: 5, server: 's', tool: 'own_5', arguments: { id: 'b', by: '$2.made' }, why: 'Step 5.' },
    ]);
  });

  it.each<[string, readonly ShownStep[], number, (step: number) => Known | undefined]>([
    ['the step that is next asks nothing more', STEPS, 1, known({ first: 'a', second: 'b' })],
    ['only one step asks again', STEPS, 5, known({ second: 'b', made: 'c' })],
    ['a value is missing', STEPS, 2, known({ first: 'a' })],
    ['a step before has come to nothing', STEPS, 2, () => undefined],
    ['a value came from outside', STEPS, 2, known({ first: 'a', second: 'b' }, true)],
    [
      'words from outside are to be looked at step by step',
      [...STEPS, step(6, { id: '$1.third' }, 'outside')],
      2,
      known({ first: 'a', second: 'b', third: 'c' }),
    ],
  ])('is nothing where %s', (_why, steps, from, knownOf) => {
    expect(restOf(steps, from, knownOf)).toBeUndefined();
  });
});
