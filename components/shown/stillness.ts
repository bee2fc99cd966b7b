/**
 * Whether something on the screen has stood still long enough for a click to be meant for it: a button that has just
 * appeared, or slid under a finger, must not take a click meant for what was there before. What a person scrolls has
 * not moved by itself; scrolling is recognised, with its time.
 */

/** How long a place must have been the same, in milliseconds. */
export const STILL_FOR = 500;
/** Movement up to this many pixels is rounding, not movement. */
const TOLERANCE = 1;

export interface Place {
  /** On the screen. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far all that scrolls around it is scrolled. */
  scrolledX: number;
  scrolledY: number;
  /** Sizes of all that scrolls around it, and of what is in it: they change when content comes or goes. */
  room: string;
}

export interface Stillness {
  /** Looks where it is now. True when it has not moved by itself for `STILL_FOR`. */
  isStill(): boolean;
  /** Whether it was scrolled within `STILL_FOR`, though it stands still in what is scrolled. */
  wasScrolled(): boolean;
  /** Starts waiting again. */
  restart(): void;
}

/**
 * @param placeNow where the watched thing is now; null while it is not on the page
 * @param clock milliseconds that only grow
 * @param onScroll called when it was found scrolled
 */
export function watchStillness(
  placeNow: () => Place | null,
  clock: () => number,
  onScroll: () => void = () => undefined,
): Stillness {
  let place = placeNow();
  let since = clock();
  let grownAt = since;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const recently = (time: number) => clock() - time < STILL_FOR;
  const restart = () => {
    place = placeNow();
    since = clock();
  };
  const look = () => {
    const now = placeNow();
    if (now === null || place === null) return restart();
    if (now.room !== place.room) {
      grownAt = clock();
      place.room = now.room;
    }
    if (!isElsewhere(place, now, 0)) {
      // Text above may have grown under a view that follows its end: the next scrolling counts from here.
      place.scrolledX = now.scrolledX;
      place.scrolledY = now.scrolledY;
      return;
    }
    // Content that has just come may scroll the page along: that is the page moving, not the person.
    if (isElsewhere(place, now, 1) || recently(grownAt)) return restart();
    place = now;
    scrolledAt = clock();
    onScroll();
  };
  return {
    restart,
    isStill() {
      look();
      return place !== null && !recently(since);
    },
    wasScrolled: () => recently(scrolledAt),
  };
}

/**
 * Compared with where it stood when the wait began, so that a slow drift counts too.
 * @param withScrolling 0: on the screen, 1: in what is scrolled
 */
function isElsewhere(before: Place, now: Place, withScrolling: 0 | 1): boolean {
  const differences = [
    before.x - now.x + withScrolling * (before.scrolledX - now.scrolledX),
    before.y - now.y + withScrolling * (before.scrolledY - now.scrolledY),
    before.width - now.width,
    before.height - now.height,
  ];
  return differences.some((difference) => Math.abs(difference) > TOLERANCE);
}

/** Where an element stands, and how all around it is scrolled. */
export function placeOf(element: Element): Place {
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = { x, y, width, height, scrolledX: 0, scrolledY: 0, room: '' };
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { scrollLeft, scrollTop, scrollHeight, clientHeight, clientWidth } = around;
    place.scrolledX += scrollLeft;
    place.scrolledY += scrollTop;
    const scrolls = scrollHeight > clientHeight || around.parentElement === null;
    if (scrolls) place.room += `${clientWidth}x${clientHeight}/${scrollHeight} `;
  }
  return place;
}
