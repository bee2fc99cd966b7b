import 'server-only';
/** Whether another client still waits for the call it made: if nobody does, the call is not sent. */

export interface Hearing {
  /** Resolves once the database has this process's latest word on whether anybody still waits. */
  settled(): Promise<void>;
  /** @throws Unheard when nobody is known to be waiting */
  assertHeard(): Promise<void>;
}

/** Nobody waits for another client's call any more: it is not sent, and its row stays as it is. */
export class Unheard extends Error {
  /** Says nothing about the call itself: the process that drives it lets go, as it does when the database fails. */
  readonly code = 'unheard';

  constructor() {
    super('Nobody waits for this call any more. Nothing ran.');
  }
}
