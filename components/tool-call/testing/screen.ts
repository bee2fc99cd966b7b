/** Shared by tests of the card: positions on the screen, and a clock that the test advances. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The position of everything on the page; changing it moves every element. */
export const place = { x: 0, y: 0 };

/** Scrolls the page: everything moves up, and nothing moves within it. */
export function scrollBy(pixels: number): void {
  place.y -= pixels;
  document.documentElement.scrollTop += pixels;
}

/** Advances time, with frames, timers and their renders. */
export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

/** Whether the end of the opened content is in view. */
export const view = { holds: true };
const looking = new Set<() => void>();

/** Reports only to observers of such an end what is in view; other observed elements get nothing. */
class Observer {
  private look = () => {};

  constructor(private readonly onView: (entries: { isIntersecting: boolean }[]) => void) {}

  observe(target: Element): void {
    if (!target.hasAttribute('data-end')) return;
    this.look = () => this.onView([{ isIntersecting: view.holds }]);
    looking.add(this.look);
    this.look();
  }

  unobserve(): void {}

  disconnect(): void {
    looking.delete(this.look);
  }
}

/** Brings everything observed into view. */
export function bringIntoView(): void {
  view.holds = true;
  for (const look of looking) look();
}

/** The page is as narrow as on phones. */
export function narrow(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const list = new EventTarget() as MediaQueryList;
    return Object.assign(list, { matches: media.includes('max-width: 479px'), media });
  });
}

export function useScreen(): void {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Observer);
  view.holds = true;
  looking.clear();
  Object.assign(place, { x: 0, y: 100 });
  document.documentElement.scrollTop = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(place.x, place.y, 116, 40),
  );
}
