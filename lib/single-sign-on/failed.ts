/** Why a sign-in failed. Everything besides the problem is only for the log. */
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
