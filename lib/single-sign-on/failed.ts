/** Why a sign-in came to nothing. What stands beside the problem is for the log alone. */
import type { SignOnProblem } from './sign-on-view';

export class SignOnFailed extends Error {
  constructor(
    readonly problem: SignOnProblem,
    readonly detail = '',
  ) {
    super(`Single sign-on failed: ${problem}${detail && ` (${detail})`}`);
    this.name = 'SignOnFailed';
  }
}
