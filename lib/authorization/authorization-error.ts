/** Why a sign-in to another server does not go on: a sentence for the person, without anything that the other side wrote. */

/**
 * `refused`: the other side does not keep to the rules, or said no. `unreachable`: it did not answer as it should just now.
 * `needs-client`: it takes only clients that somebody has registered there. `invalid-grant`: what we held counts no longer.
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
