/** Vectors of bytes give nearly the same results as those of floats. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../tool-selection/testing/sample-tools';
import { bytesOf, cosinesWith, type ToolVector, vectorOf } from './vector';

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

const kept = (vector: readonly number[]): ToolVector => vectorOf(bytesOf(vector) ?? expect.fail());

describe('vectors in bytes', () => {
  it.each([3, 64, 1537])('have the same cosines but for a little, in %i dimensions', (dimensions) => {
    const random = seeded(dimensions);
    const vectors = Array.from({ length: 20 }, () =>
      Array.from({ length: dimensions }, () => random() - 0.4),
    );
    const [message = [], ...others] = vectors;
    const cosines = cosinesWith(message, others.map(kept));
    for (const [at, other] of others.entries()) {
      expect(Math.abs((cosines[at] ?? Number.NaN) - cosine(message, other))).toBeLessThan(0.01);
    }
  });

  it('make nothing of what has no direction', () => {
    expect(bytesOf([0, 0])).toBe(undefined);
    expect(bytesOf([1, Number.NaN])).toBe(undefined);
    expect(bytesOf([1, Number.POSITIVE_INFINITY])).toBe(undefined);
  });

  it('compare nothing with what is not there, or has another length', () => {
    const cosines = cosinesWith([1, 0], [undefined, kept([1, 0, 0]), kept([2, 0])]);
    expect([...cosines]).toEqual([Number.NaN, Number.NaN, 1]);
    expect([...cosinesWith([0, 0], [kept([2, 0])])]).toEqual([Number.NaN]);
  });
});
