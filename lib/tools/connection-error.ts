/** What went wrong between us and an MCP server, and what is known of the call: may it have run? */

/**
 * `not-sent`: the server never saw the call. `answered`: it answered with a refusal, or with something we do
 * not take. `unknown`: it was sent and no usable answer came, so it may have run.
 */
export type Delivery = 'not-sent' | 'answered' | 'unknown';

/** Its message names server and tool, says what to do where something can be done, and holds no internals. */
export class ConnectionError extends Error {
  constructor(
    message: string,
    readonly delivery: Delivery,
    options?: ErrorOptions,
    /** What else is known of it, where something is. */
    readonly code?: ExchangeCode,
  ) {
    super(message, options);
    this.name = 'ConnectionError';
  }
}

/**
 * Whether it is one, also of another bundle of the same code: the connections of a process are shared by all of its
 * routes, and their errors are of the class of whichever made them first.
 */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof Error && error.name === 'ConnectionError' && 'delivery' in error;
}

/**
 * What else is known of a failed exchange. `cut-off`: the answer began and did not end. `other-way`: this way of
 * speaking is not known there. `ended`: the program ended. `needs-rights`: the sign-in has too few rights for this.
 * `renewed`: the token was refused, and there is another one since.
 */
export type ExchangeCode =
  | 'session-gone'
  | 'too-large'
  | 'needs-sign-in'
  | 'needs-rights'
  | 'renewed'
  | 'cut-off'
  | 'other-way'
  | 'ended';

/** What an exchange failed with, before it is known which server and tool it was for. */
export class ExchangeError extends Error {
  constructor(
    /** A clause that follows "The server "x" ...": "did not answer", "answered with HTTP 500". */
    message: string,
    readonly delivery: Delivery,
    readonly code?: ExchangeCode,
    /** For admins only: words of the server's machine, such as the last line a program wrote. */
    readonly detail?: string,
    /** Whether the detail is for the page of the servers alone: the body of an HTTP answer may be anything. */
    readonly isForPage = false,
  ) {
    super(message);
    this.name = 'ExchangeError';
  }
}

/** Whether a person can mend it by signing in, again or with more rights. */
export function isForPerson(code: ExchangeCode | undefined): boolean {
  return code === 'needs-sign-in' || code === 'needs-rights';
}

/** The error of the exchange: the client wraps what the transport threw. */
export function exchangeErrorOf(error: unknown): ExchangeError | undefined {
  if (error instanceof ExchangeError) return error;
  return error instanceof Error && error.cause instanceof ExchangeError ? error.cause : undefined;
}
