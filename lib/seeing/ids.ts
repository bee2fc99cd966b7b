import 'server-only';
/** Which request, run and call something belongs to: it follows the work itself, and every line of the log carries it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from '@/lib/values/once';

export interface Ids {
  request?: string;
  run?: string;
  call?: string;
}

const bound = once('ids', () => new AsyncLocalStorage<Ids>());

/** Runs the work; whatever it begins knows these ids, and those around it. */
export function withIds<Result>(ids: Ids, work: () => Result): Result {
  return bound.run({ ...bound.getStore(), ...ids }, work);
}

/** Of whatever runs now. */
export function idsNow(): Ids {
  return bound.getStore() ?? {};
}
