/**
 * For tests: hashing a password, which deliberately takes a good part of a second, takes no time. The library, function
 * and format are the same; passwords are still compared. `atFullCost()` restores the real cost for a file in which the
 * time is part of the test; processes that tests start, and browser specs, are not affected.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/** The parameters of better-auth. */
export const FULL_COST = { N: 16_384, r: 16, p: 1 };
const CHEAP_N = 2;
/** Several test files share a process, and this module is evaluated again for each. */
const STATE = Symbol.for('amber.tests.password-cost');

interface State {
  isFull: boolean;
}
const processwide: typeof globalThis & { [STATE]?: State } = globalThis;

function install(): State {
  const state: State = { isFull: false };
  const { scrypt } = crypto;
  const isPassword = ({ N, r }: crypto.ScryptOptions) => N === FULL_COST.N && r === FULL_COST.r;
  crypto.scrypt = new Proxy(scrypt, {
    apply: (hash, self, given: unknown[]) => {
      const options = given[3];
      const isCheap = !state.isFull && typeof options === 'object' && options !== null && isPassword(options);
      return Reflect.apply(hash, self, isCheap ? given.with(3, { ...options, N: CHEAP_N }) : given);
    },
  });
  syncBuiltinESMExports();
  return state;
}

processwide[STATE] ??= install();

/**
 * From here to the end of the file passwords are hashed at full cost. A hash made at one cost does not verify at the
 * other.
 */
export function atFullCost(): void {
  const set = (isFull: boolean) => () => {
    const state = processwide[STATE];
    if (state) state.isFull = isFull;
  };
  beforeAll(set(true));
  afterAll(set(false));
}
