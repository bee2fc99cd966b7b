/** What went wrong between us and an MCP server, and above all: may the call have run? */

/**
 * `not-sent`: the server never saw the call. `answered`: it refused the call, or answered with something we do not
 * accept. `unknown`: it was sent and no usable answer came, so it may have run.
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
 * Whether it is one, even if another bundle made it: a process's connections are shared by all of its routes, and their
 * errors have the class of whichever bundle loaded first.
 */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof Error && error.name === 'ConnectionError' && 'delivery' in error;
}

/**
 * More about a failed exchange. `cut-off`: the answer began and did not end. `other-way`: the server does not speak
 * this transport. `ended`: the program ended. `needs-rights`: the sign-in has too few rights for this. `renewed`: the
 * token was refused, but has been renewed since.
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

/** Why an exchange failed, before it is known for which server and tool. */
export class ExchangeError extends Error {
  constructor(
    /** A clause that follows "The server "x" ...": "did not answer", "answered with HTTP 500". */
    message: string,
    readonly delivery: Delivery,
    readonly code?: ExchangeCode,
    /** For admins only: text from the server's machine, such as the last line a program wrote. */
    readonly detail?: string,
    /** Whether the detail may appear only on the servers page: the body of an HTTP answer may be anything. */
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

/** Finds the exchange's error: the client wraps what the transport threw. */
export function exchangeErrorOf(error: unknown): ExchangeError | undefined {
  if (error instanceof ExchangeError) return error;
  return error instanceof Error && error.cause instanceof ExchangeError ? error.cause : undefined;
}
