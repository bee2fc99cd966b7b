/** Why a sign-in at another server fails: a sentence for the person, with nothing that the other side wrote. */

/**
 * `refused`: the other side breaks the rules, or said no. `unreachable`: it did not answer properly just now.
 * `needs-client`: it accepts only clients that somebody has registered there. `invalid-grant`: our code or token is no
 * longer valid.
 */
export type AuthorizationProblem = 'refused' | 'unreachable' | 'needs-client' | 'invalid-grant';

export class AuthorizationError extends Error {
  constructor(
    message: string,
    readonly problem: AuthorizationProblem = 'refused',
  ) {
    super(message);
    this.name = 'AuthorizationError';
  }
}
