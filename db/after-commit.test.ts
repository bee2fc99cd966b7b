import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterCommit } from './after-commit';
import { type OpenDatabase, openDatabase } from './client';

describe('what a transaction tells others of', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase({ dataDir: 'memory' });
  });
  afterAll(() => opened.close());

  test('is told once it is committed, in order', async () => {
    const told: string[] = [];
    const result = await opened.db.transaction(async (tx) => {
      afterCommit(() => told.push('first'));
      await tx.execute('select 1');
      afterCommit(() => told.push('second'));
      expect(told).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(told).toEqual(['first', 'second']);
  });

  test('is not told when it is rolled back', async () => {
    const told: string[] = [];
    const undone = opened.db.transaction(async () => {
      afterCommit(() => told.push('never'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(told).toEqual([]);
  });

  test('of two at once each waits for its own end', async () => {
    const told: string[] = [];
    const one = (name: string, fails: boolean) =>
      opened.db.transaction(async () => {
        afterCommit(() => told.push(name));
        if (fails) throw new Error(name);
      });
    const ends = await Promise.allSettled([one('a', false), one('b', true), one('c', false)]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(told.toSorted()).toEqual(['a', 'c']);
  });

  test('outside of one it is told at once, and by what outlives it', async () => {
    const told: string[] = [];
    afterCommit(() => told.push('outside'));
    let late = Promise.resolve();
    let begin = () => {};
    await opened.db.transaction(async () => {
      late = new Promise<void>((resolve) => {
        begin = resolve;
      }).then(() => afterCommit(() => told.push('late')));
    });
    expect(told).toEqual(['outside']);
    begin();
    await late;
    expect(told).toEqual(['outside', 'late']);
  });
});
