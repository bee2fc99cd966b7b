import 'server-only';
/** What letting clients sign in needs of the installation; a test gives its own. */
import type { Database } from '@/db/client';
import type { Fetch } from '@/lib/transport/http-transport';
import { PerMinute } from '@/lib/values/per-minute';

export interface SignInServices {
  db: Database;
  /** Under which addresses Amber is reached. */
  origins: readonly string[];
  /** Signs and seals; at least 32 characters. */
  secret: string;
  /** Whether demo accounts may do anything. */
  demo: boolean;
  /** How clients' documents are fetched: no redirect is followed, and nothing is reached that is not on the open internet. */
  fetch: Fetch;
  limits: SignInLimits;
}

/** Of this process. A code or token cannot be guessed; these keep strangers from filling the database, and from keeping it busy. */
export const newLimits = () => ({
  registrations: new PerMinute(30),
  /** Of one grant that is renewed, else of one client. */
  tokens: new PerMinute(600),
  /** Of one person; those who are not signed in are one. */
  asked: new PerMinute(120),
  /** Fetched for one person. */
  documents: new PerMinute(20),
});

export type SignInLimits = ReturnType<typeof newLimits>;
