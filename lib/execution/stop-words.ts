/** The text with which a call ends that a person has stopped, whichever process its run is in. */

/** Names nobody: the owner, admins and the model read it. */
export const STOPPED = 'Stopped.';

/** Also tells the model not to repeat a call that somebody has stopped. */
export const CALL_STOPPED = 'Stopped by the person who asked. Do not call it again unless they ask for it.';

/** @param error of a ledger row. A server's own words always follow a prefix of ours there, so they cannot match. */
export function isStopped(error: string | null): boolean {
  return error === STOPPED || error === CALL_STOPPED;
}
