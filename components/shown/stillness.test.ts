import { describe, expect, it } from 'vitest';
import { type Place, STILL_FOR, watchStillness } from './stillness';

const START: Place = { x: 0, y: 100, width: 116, height: 40, scrolledX: 0, scrolledY: 0, room: 'a' };

function watched() {
  const world = { time: 0, place: { ...START } as Place | null };
  const stillness = watchStillness(
    () => world.place && { ...world.place },
    () => world.time,
  );
  const later = (milliseconds: number, moveBy = 0) => {
    world.time += milliseconds;
    if (world.place) world.place.y += moveBy;
    return stillness.isStill();
  };
  return { world, stillness, later };
}

describe('standing still', () => {
  it('takes half a second', () => {
    const { later } = watched();
    expect([later(0), later(STILL_FOR - 1), later(1)]).toEqual([false, false, true]);
  });

  it('begins anew after every movement', () => {
    const { later } = watched();
    expect([later(600), later(10, 5), later(490), later(10)]).toEqual([true, false, false, true]);
  });

  it('is not fooled by a slow drift', () => {
    const { later } = watched();
    later(400, 0.4);
    later(50, 0.4);
    expect(later(50, 0.4)).toBe(false);
  });

  it('overlooks rounding', () => {
    const { later } = watched();
    expect(later(600, 0.3)).toBe(true);
  });

  it('is not had by what is not on the page', () => {
    const { later, world } = watched();
    world.place = null;
    expect([later(600), later(600)]).toEqual([false, false]);
    world.place = { ...START };
    expect([later(0), later(STILL_FOR)]).toEqual([false, true]);
  });

  it('is kept while a person scrolls, which is told apart', () => {
    const { later, world, stillness } = watched();
    later(600);
    Object.assign(world.place ?? {}, { y: 40, scrolledY: 60 });
    expect([later(10), stillness.wasScrolled()]).toEqual([true, true]);
    later(STILL_FOR);
    expect(stillness.wasScrolled()).toBe(false);
  });

  it('is lost when the page scrolls along with content that has just come', () => {
    const { later, world, stillness } = watched();
    later(600);
    Object.assign(world.place ?? {}, { room: 'b' });
    expect(later(16)).toBe(true);
    Object.assign(world.place ?? {}, { y: 40, scrolledY: 60 });
    expect([later(16), stillness.wasScrolled()]).toEqual([false, false]);
  });

  it('is not lost where content comes and nothing moves on the screen', () => {
    const { later, world } = watched();
    later(600);
    Object.assign(world.place ?? {}, { scrolledY: 60, room: 'b' });
    expect(later(16)).toBe(true);
  });

  it('is kept while a person scrolls after content has come above and nothing moved on the screen', () => {
    const { later, world, stillness } = watched();
    later(600);
    Object.assign(world.place ?? {}, { scrolledY: 60, room: 'b' });
    later(16);
    later(STILL_FOR);
    Object.assign(world.place ?? {}, { y: 40, scrolledY: 120 });
    expect([later(10), stillness.wasScrolled()]).toEqual([true, true]);
  });
});
