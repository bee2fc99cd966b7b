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

export function useScreen(): void {
  vi.useFakeTimers();
  Object.assign(place, { x: 0, y: 100 });
  document.documentElement.scrollTop = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(place.x, place.y, 116, 40),
  );
}
