// Shared with the browser: types and pure functions only.
/** How it stands with the sign-ins at other people’s servers, as one person may see it. No token is in any of it. */

export interface SignInsView {
  /** Those that want a sign-in, or have one, by name. */
  signIns: SignInView[];
  /** Where people come back to: what an admin registers where a provider wants that. Null: for admins only. */
  redirectUri: string | null;
}

export interface SignInView {
  server: string;
  /** Of the server itself, as it is listed. */
  host: string;
  /** One sign-in is for all of the team. */
  forTeam: boolean;
  /** Whoever lets people in is told for which server a token is. */
  namesResource: boolean;
  /** Whether the reader may sign in and out there. */
  mayAct: boolean;
  /** `over`: it could not be renewed any more. */
  state: 'none' | 'active' | 'over';
  /** As whom, in the words of whoever lets people in there; null: that was not told. */
  account: string | null;
  /** Of whoever lets people in there. */
  issuerHost: string | null;
  /** Who signed the team in. */
  by: string | null;
  scopes: string[];
  /** What the server has wanted since, and was not given. */
  wanted: string[];
  /** ISO 8601, UTC. */
  signedInAt: string | null;
  refreshedAt: string | null;
  /** How many people are signed in for themselves; null: for admins only. */
  people: number | null;
  /** Chats whose newest answer lacks it: one’s own, and for admins everybody’s where the team signs in. */
  waiting: WaitingAnswer[];
}

export interface WaitingAnswer {
  chatId: string;
  title: string;
  /** Whose chat it is; null: the reader’s own. */
  owner: string | null;
  /** ISO 8601, UTC. */
  since: string;
}

/** Whether the reader could do something about it by signing in. */
export function lacksSignIn({ mayAct, state, wanted }: SignInView): boolean {
  return mayAct && (state !== 'active' || wanted.length > 0);
}
