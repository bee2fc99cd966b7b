/** What tests of the card share: where things stand on the screen, and time that passes when told to. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Everything on the page stands here; move it and every element has moved. */
export const place = { x: 0, y: 0 };

/** Scrolls the page: everything stands higher, and nothing has moved in it. */
export function scrollBy(pixels: number): void {
  place.y -= pixels;
  document.documentElement.scrollTop += pixels;
}

/** Lets time pass, with frames, timers and what they draw. */
export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

/** Whether the end of the opened content is in view. */
export const view = { holds: true };
const looking = new Set<() => void>();

/** Tells those who wait for an end what is in view; whatever else is observed hears nothing. */
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

/** Brings all that is observed into view. */
export function bringIntoView(): void {
  view.holds = true;
  for (const look of looking) look();
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
