/**
 * For tests: `vi.waitFor` and `vi.waitUntil` give up after half a minute, as `expect.poll` does, not after their
 * default of one second: on a busy machine what they wait for takes longer.
 */
import { afterAll, vi } from 'vitest';

const LIMIT_MS = 30_000;
const { waitFor, waitUntil } = vi;

const limited = <Options extends { timeout?: number }>(options: number | Options = LIMIT_MS) =>
  typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, limited(options));
vi.waitUntil = (callback, options) => waitUntil(callback, limited(options));

// Other files may follow in this process.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil });
});
