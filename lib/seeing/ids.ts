import 'server-only';
/**
 * Which request, run and call something belongs to: the ids follow the asynchronous work, and every line of the log has
 * them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from '@/lib/values/once';

export interface Ids {
  request?: string;
  run?: string;
  call?: string;
}

const bound = once('ids', () => new AsyncLocalStorage<Ids>());

/** Runs the work; everything it starts has these ids, in addition to the present ones. */
export function withIds<Result>(ids: Ids, work: () => Result): Result {
  return bound.run({ ...bound.getStore(), ...ids }, work);
}

/** Of whatever is running now. */
export function idsNow(): Ids {
  return bound.getStore() ?? {};
}
