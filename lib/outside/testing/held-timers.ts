/** For tests: a client's patience ends when the test says so, not before the server has got that far. */
import { vi } from 'vitest';

/** A length that no other timer has. */
export const HELD_MS = 54_321;

/**
 * Until the mocks are restored, timers of `HELD_MS` do not run by themselves.
 * @returns runs those that were started, and not cleared, so far
 */
export function holdTimers(): () => void {
  const { setTimeout: later, clearTimeout: forget } = globalThis;
  const held = new Map<unknown, () => void>();
  const start = (run: () => void, ms?: number, ...more: []) => {
    if (ms !== HELD_MS) return later(run, ms, ...more);
    const timer = later(() => {}, 0);
    held.set(timer, run);
    return timer;
  };
  const clear = (timer?: Parameters<typeof forget>[0]) => {
    held.delete(timer);
    forget(timer);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(start as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation(clear as typeof clearTimeout);
  return () => {
    for (const run of held.values()) run();
  };
}
