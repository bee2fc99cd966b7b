/** For tests: limits by the minute, in which no minute ends, however long the requests take. */
import { newLimits, type SignInLimits } from '../sign-in/services';

export function limitsOfOneMinute(): SignInLimits {
  const limits = newLimits();
  const now = Date.now();
  for (const limit of Object.values(limits)) {
    const take = limit.take.bind(limit);
    limit.take = (name) => take(name, now);
  }
  return limits;
}
