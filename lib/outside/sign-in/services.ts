import 'server-only';
/** What signing clients in needs from the installation; a test supplies its own. */
import type { Database } from '@/db/client';
import type { Fetch } from '@/lib/transport/http-transport';
import { PerMinute } from '@/lib/values/per-minute';

export interface SignInServices {
  db: Database;
  /** The addresses at which Amber is reached. */
  origins: readonly string[];
  /** Signs and seals; at least 32 characters. */
  secret: string;
  /** Whether demo accounts may do anything. */
  demo: boolean;
  /** How clients' documents are fetched: no redirects are followed, and only public addresses are reached. */
  fetch: Fetch;
  limits: SignInLimits;
}

/**
 * Of this process. Codes and tokens cannot be guessed; the limits keep strangers from filling the database, and from
 * keeping it busy.
 */
export const newLimits = () => ({
  registrations: new PerMinute(30),
  /** Per grant that is renewed, otherwise per client. */
  tokens: new PerMinute(600),
  /** Per person; everybody who is not signed in counts as one. */
  asked: new PerMinute(120),
  /** Fetched for one person. */
  documents: new PerMinute(20),
});

export type SignInLimits = ReturnType<typeof newLimits>;
