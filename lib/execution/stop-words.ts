/** With which words a call ends that a person has stopped, wherever its run is. */

/** Read by the owner, by admins, and by the model: it names nobody. */
export const STOPPED = 'Stopped.';

/** Read by the model as well: a call that somebody has stopped is not to be made once more. */
export const CALL_STOPPED = 'Stopped by the person who asked. Do not call it again unless they ask for it.';

/** @param error of a row of the ledger; no server's words appear in it without words of ours before them */
export function isStopped(error: string | null): boolean {
  return error === STOPPED || error === CALL_STOPPED;
}
