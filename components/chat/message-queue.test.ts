import { describe, expect, it } from 'vitest';
import { MessageQueue, type QueuedMessage } from './message-queue';

const message = (id: string): QueuedMessage => ({ id, text: `text of ${id}` });

function queueOf(...stored: string[]) {
  const told: string[][] = [];
  const queue = new MessageQueue(stored.map(message), (all) => told.push(all.map(({ id }) => id)));
  return { queue, told };
}

describe('messages that wait', () => {
  it('stand in their order, those on their way last', () => {
    const { queue, told } = queueOf('a');
    queue.leave(message('b'));
    queue.leave(message('c'));
    queue.arrive(message('b'));
    expect(told.at(-1)).toEqual(['a', 'b', 'c']);
  });

  it('stand there once, though the server has told of them before it answered', () => {
    const { queue, told } = queueOf();
    queue.leave(message('a'));
    queue.show([message('a')]);
    queue.arrive(message('a'));
    expect(told).toEqual([['a'], ['a'], ['a']]);
  });

  it('keep what is on its way when the server does not know of it yet', () => {
    const { queue } = queueOf('a');
    queue.leave(message('b'));
    queue.show([]);
    expect(queue.all).toEqual([message('b')]);
    queue.drop('b');
    expect(queue.all).toEqual([]);
  });
});

describe('the question whose turn has come', () => {
  const said = (...ids: string[]) => ids.map((id) => ({ id, role: 'user' as const, parts: [] }));

  it('is one that was sent here, and none of another tab', () => {
    const { queue } = queueOf();
    queue.leave(message('a'));
    expect(queue.turn(said('x', 'a'))).toBeUndefined();
    queue.arrive(message('a'));
    expect(queue.turn(said('x', 'a'))).toBe('a');
    expect(queue.turn(said('x', 'a', 'b'))).toBeUndefined();
  });

  it('is what a button has ordered, once it is there', () => {
    const { queue } = queueOf();
    queue.order(said('x'));
    expect(queue.turn(said('x'))).toBeUndefined();
    expect(queue.turn(said('x', 'ordered'))).toBe('ordered');
    expect(queue.turn(said('x', 'ordered', 'later'))).toBeUndefined();
  });
});
