import { expect, it } from 'vitest';
import { LoopGuard } from './loop-guard';

const call = { server: 's', tool: 't', inputHash: 'i', resultHash: 'r' };

it('notices the third time, and not the second', () => {
  const guard = new LoopGuard();
  expect([guard.note(call), guard.note(call), guard.note(call)]).toEqual([false, false, true]);
});

it('takes another result, other arguments, another tool or server for something else', () => {
  const guard = new LoopGuard([call, call]);
  for (const change of [{ resultHash: 'x' }, { inputHash: 'x' }, { tool: 'x' }, { server: 'x' }]) {
    expect(guard.note({ ...call, ...change })).toBe(false);
  }
  expect(guard.note(call)).toBe(true);
});

it('does not count what has no result', () => {
  const guard = new LoopGuard();
  const open = { ...call, resultHash: null };
  expect([guard.note(open), guard.note(open), guard.note(open)]).toEqual([false, false, false]);
});
