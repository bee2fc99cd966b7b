// Shared with the browser: types and pure functions only.
/** The state of sign-ins at other people’s servers, as one person may see it. It contains no tokens. */

export interface SignInsView {
  /** Those that require a sign-in, or have one, by name. */
  signIns: SignInView[];
  /** The address people come back to: an admin registers it if a provider requires that. Null: for admins only. */
  redirectUri: string | null;
}

export interface SignInView {
  server: string;
  /** Of the server itself, as it is listed. */
  host: string;
  /** The whole team shares one sign-in. */
  forTeam: boolean;
  /** Its authorization server is told which server a token is for. */
  namesResource: boolean;
  /** Whether the reader may sign in and out there. */
  mayAct: boolean;
  /** `over`: it could not be renewed any more. */
  state: 'none' | 'active' | 'over';
  /** The account name, in the words of the authorization server; null if it gave none. */
  account: string | null;
  /** Of the authorization server. */
  issuerHost: string | null;
  /** The person who signed the team in. */
  by: string | null;
  scopes: string[];
  /** Scopes that the server has wanted since, and was not granted. */
  wanted: string[];
  /** ISO 8601, UTC. */
  signedInAt: string | null;
  refreshedAt: string | null;
  /** How many people are signed in for themselves; null: for admins only. */
  people: number | null;
  /** Chats whose newest answer lacks it: one’s own, and for admins everybody’s if the team signs in. */
  waiting: WaitingAnswer[];
}

export interface WaitingAnswer {
  chatId: string;
  title: string;
  /** The owner of the chat; null: the reader. */
  owner: string | null;
  /** ISO 8601, UTC. */
  since: string;
}

/** Whether the reader could improve that by signing in. */
export function lacksSignIn({ mayAct, state, wanted }: SignInView): boolean {
  return mayAct && (state !== 'active' || wanted.length > 0);
}
