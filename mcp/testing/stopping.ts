/** Calls whose caller disconnects at a chosen moment. */
import type { CallContext } from '../context';

/** A signal that is aborted at its nth check, as if the caller had disconnected just then; `checks` counts them. */
export function stoppingAt(nth: number): { signal: AbortSignal; checks(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  const check = signal.throwIfAborted.bind(signal);
  let checks = 0;
  signal.throwIfAborted = () => {
    checks += 1;
    if (checks === nth) controller.abort();
    check();
  };
  return { signal, checks: () => checks };
}

/**
 * Stops a call at its first check, then at its second, and so on, and inspects the state after each.
 * @returns the number of checks at which it was stopped; the last attempt went through
 */
export async function stopEverywhere(
  run: (context: Pick<CallContext, 'signal'>) => Promise<unknown>,
  look: () => Promise<void>,
): Promise<number> {
  for (let nth = 1; ; nth++) {
    const { signal } = stoppingAt(nth);
    const stopped = await run({ signal }).then(
      () => false,
      (error: unknown) => {
        if (!signal.aborted) throw error;
        return true;
      },
    );
    if (!stopped) return nth - 1;
    await look();
  }
}
