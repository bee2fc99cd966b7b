import 'server-only';
/** How often a link may be asked for. It counts alike for addresses that nobody here has; kept per process. */
import { SignInLimit } from '@/lib/auth/sign-in-limit';
import { AppError } from '@/lib/errors';

const HOUR_MS = 3_600_000;

export class RecoveryLimit {
  readonly #addresses = new SignInLimit(5, HOUR_MS);
  /** Of an office behind one address there may be many who have forgotten theirs. */
  readonly #places = new SignInLimit(100, HOUR_MS);

  /**
   * @param place from where it is asked, as far as that is known
   * @throws AppError too_many_requests
   */
  admit(email: string, place: string, now = Date.now()): void {
    if (this.#places.begin(place, now) && this.#addresses.begin(email, now)) return;
    throw new AppError('too_many_requests', 'Too many links were asked for. Try again in an hour.');
  }
}
