/**
 * Whether something on the screen has stood still for long enough that a click on it was meant for it: a
 * button that has just appeared, or slid under a finger, must not take a click that was meant for what stood
 * there before.
 */

/** How long a place must have been the same, in milliseconds. */
export const STILL_FOR = 500;
/** Movement up to this many pixels is rounding, not movement. */
const TOLERANCE = 1;

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Stillness {
  /** Looks where it is now. True when it has not moved for `STILL_FOR`. */
  isStill(): boolean;
  /** Begins to wait anew. */
  restart(): void;
}

/**
 * @param placeNow where the watched thing is now; null while it is not on the page
 * @param clock milliseconds that only grow
 */
export function watchStillness(placeNow: () => Place | null, clock: () => number): Stillness {
  let place = placeNow();
  let since = clock();
  const restart = () => {
    place = placeNow();
    since = clock();
  };
  return {
    restart,
    isStill() {
      const now = placeNow();
      if (now === null || place === null || hasMoved(place, now)) restart();
      return place !== null && clock() - since >= STILL_FOR;
    },
  };
}

/** Compared with where it stood when the wait began, so that a slow drift counts too. */
function hasMoved(before: Place, now: Place): boolean {
  return (['x', 'y', 'width', 'height'] as const).some(
    (side) => Math.abs(before[side] - now[side]) > TOLERANCE,
  );
}
