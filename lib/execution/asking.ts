import 'server-only';
/** What a server may ask people during a call, and what is still sent to it then. */
import type { Database } from '@/db/client';
import { isOnItsWay } from '@/lib/store/calls';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Elicited } from '@/lib/tools/types';
import { type CallRow, type Fence, heldOf } from './ledger';

/**
 * Shows a person what a server asks during a call (`params` as sent). Without `params`, only notes that the server
 * asked and that it is unknown which call it meant. The signal is aborted when nobody waits for the answer any more.
 * Rejects if this process may not continue the call.
 */
export type Elicit = (
  row: CallRow,
  params: Record<string, unknown> | undefined,
  signal: AbortSignal,
) => Promise<Elicited>;

interface Asked {
  db: Database;
  fence?: Fence | undefined;
  elicit?: Elicit | undefined;
  /** Resolves with why the call may not run any more, in words for people, or undefined; absent: it may. */
  whyStopped?: ((row: CallRow) => Promise<string | undefined>) | undefined;
  /** For how many milliseconds a person was waited for. */
  onWaited(ms: number): void;
  signal: AbortSignal;
}

/**
 * Handlers for what its server may ask during the call. Nothing more of it is sent once another process has the run, or
 * once it may not run any more: a server that asks has not done yet what was stopped meanwhile.
 */
export function asking({ db, fence, elicit, onWaited, signal, whyStopped }: Asked, row: CallRow) {
  if (!elicit || !fence) return {};
  const onElicit = async (params: Record<string, unknown>, ending: AbortSignal): Promise<Elicited> => {
    const began = Date.now();
    const said = await elicit(row, params, ending).finally(() => onWaited(Date.now() - began));
    const isStopped = said.action === 'accept' && (await whyStopped?.(row)) !== undefined;
    return isStopped ? { action: 'cancel' } : said;
  };
  const goOn = async () => {
    if (!(await isOnItsWay(db, row, heldOf(fence)).catch(() => false))) throw givenUp();
    const why = await whyStopped?.(row);
    if (why !== undefined)
      throw new ExchangeError(`asked for more, and was not answered: ${why}`, 'answered');
  };
  const onUnclear = () => elicit(row, undefined, signal);
  return { onElicit, onUnclear, goOn };
}

/** The call may have been taken over, or nobody can tell: nothing more of it is sent from here. */
export const givenUp = () =>
  new ExchangeError('asked for more, and this answer was given up meanwhile', 'unknown');
