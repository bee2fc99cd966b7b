/**
 * For tests: hashing a password, which takes a good part of the processor's second on purpose, takes no time. The same
 * library, function and form; what is compared is still compared. `atFullCost()` gives a file the real thing, where the
 * time is part of what is tested; processes that tests start, and browser specs, know nothing of this.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/** What better-auth asks for. */
export const FULL_COST = { N: 16_384, r: 16, p: 1 };
const CHEAP_N = 2;
/** Several files of tests share a process, and this file is read again for each. */
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

/** From here to the end of the file passwords cost what they cost people. Hashed at one cost, none is known at the other. */
export function atFullCost(): void {
  const set = (isFull: boolean) => () => {
    const state = processwide[STATE];
    if (state) state.isFull = isFull;
  };
  beforeAll(set(true));
  afterAll(set(false));
}
