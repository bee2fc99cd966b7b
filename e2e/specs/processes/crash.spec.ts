/**
 * The short form of `npm run test:crash`: killed once at every point and twice at random. And the same with a careless
 * executor, which must be detected: a harness that cannot fail proves nothing.
 */
import { expect, test } from '@playwright/test';
import { POINTS, TREE_POINTS } from '../../crash/points';
import { runCrash } from '../../crash/run-crash';

test('whenever the process is killed, nothing is done twice and no decision is lost', async () => {
  test.setTimeout(600_000);
  const report = await runCrash({ kills: POINTS.length + 2, seed: 1 });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({
    doubled: { look: 0, put: 0, append: 0, destroy: 0 },
    lostDecisions: 0,
    stuck: 0,
  });
  expect(report.mostSends).toBeLessThanOrEqual(3);
  expect(report.unknown).toBeGreaterThan(0);
});

test('nor in a tree of runs, wherever in it the process is killed', async () => {
  test.setTimeout(600_000);
  const report = await runCrash({ kills: TREE_POINTS.length, seed: 2, trees: true });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ doubled: { append: 0, destroy: 0 }, lostDecisions: 0, stuck: 0 });
});

test('an executor that begins unfinished work anew is caught', async () => {
  test.setTimeout(600_000);
  const points = ['in flight', 'in flight, an additive write'];
  const report = await runCrash({ kills: 4, seed: 1, naive: true, points });
  expect(report.doubled.destroy).toBeGreaterThan(0);
  expect(report.doubled.append).toBeGreaterThan(0);
});
