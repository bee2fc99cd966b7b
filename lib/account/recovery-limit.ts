import 'server-only';
/** How often a link may be requested. Counts unknown addresses in the same way; per process. */
import { SignInLimit } from '@/lib/auth/sign-in-limit';
import { AppError } from '@/lib/errors';

const HOUR_MS = 3_600_000;

export class RecoveryLimit {
  readonly #addresses = new SignInLimit(5, HOUR_MS);
  /** Behind one office address there may be many people who have forgotten their password. */
  readonly #places = new SignInLimit(100, HOUR_MS);

  /**
   * @param place where the request comes from, as far as that is known
   * @throws AppError too_many_requests
   */
  admit(email: string, place: string, now = Date.now()): void {
    if (this.#places.begin(place, now) && this.#addresses.begin(email, now)) return;
    throw new AppError('too_many_requests', 'Too many links were asked for. Try again in an hour.');
  }
}
