/** Who is let in, who waits, and who is told to come back. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns';

/** Tries to enter, and records its name once it is inside. */
function entering(turns: Turns) {
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (name: string) =>
    turns.enter(name[0] ?? '').then((end) => {
      inside.push(name);
      leave.set(name, end);
    });
  const go = async (name: string) => {
    leave.get(name)?.();
    await setImmediate();
  };
  return { enter, go, inside };
}

const refused = (words: string) => ({ code: 'too_many_requests', message: expect.stringContaining(words) });

test('one of each person, whoever has come first; others are not held up by one who has much', async () => {
  const { enter, go, inside } = entering(new Turns({ atOnce: 2, waiting: 3, each: 3 }));
  const all = [enter('a1'), enter('a2'), enter('a3'), enter('b1')];
  await expect(enter('a4')).rejects.toMatchObject(refused('files of yours'));
  expect(inside).toEqual(['a1', 'b1']);
  all.push(enter('c1'));
  await expect(enter('d1')).rejects.toMatchObject(refused('Many files'));
  // `a2` came earlier, but `a1` is still inside.
  await go('b1');
  expect(inside).toEqual(['a1', 'b1', 'c1']);
  await go('a1');
  await go('a2');
  await go('c1');
  await Promise.all(all);
  expect(inside).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('where there is no bound for all, nobody waits for others', async () => {
  const { enter, go, inside } = entering(new Turns({ each: 1 }));
  await Promise.all(['a1', 'b1', 'c1'].map(enter));
  await expect(enter('a2')).rejects.toMatchObject(refused('files of yours'));
  await go('a1');
  await enter('a3');
  expect(inside).toEqual(['a1', 'b1', 'c1', 'a3']);
});
