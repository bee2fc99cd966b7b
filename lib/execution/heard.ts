import 'server-only';
/** Whether anybody still waits for what another client called: only then it is sent. */

export interface Hearing {
  /** Resolves when the database knows what this process does of whether anybody still waits. */
  settled(): Promise<void>;
  /** @throws Unheard: nobody does, as far as anybody knows */
  assertHeard(): Promise<void>;
}

/** Nobody waits any more for what another client called: it is not sent, and stands as it stood. */
export class Unheard extends Error {
  /** It says nothing about the call: the process that drives it lets go, as when the database fails. */
  readonly code = 'unheard';

  constructor() {
    super('Nobody waits for this call any more. Nothing ran.');
  }
}
