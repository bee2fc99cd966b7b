// Shared with the browser: types and pure functions only.
/** Tokens for other clients, as the settings show them. */
import type { PlaceView } from './sign-in/allow-view';

/** For how many days one can be valid. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];

/** How many tools a client can be listed in all; the first value is the default. It finds the others by a search. */
export const MOST_TOOLS = [40, 80, 160, 320] as const;

/** A connected server that can be ticked. */
export interface ServerChoice {
  name: string;
  /** It is vouched for. */
  trusted: boolean;
}

/** The most servers of one token. */
export const MOST_SERVERS = 50;

export const MOST_NAME = 100;

export interface TokenView {
  id: string;
  name: string;
  owner: { id: string; name: string };
  /** `customers.read` and the like, in the order of the list. */
  scopes: string[];
  /** Names of the connected servers that its client may use. */
  servers: string[];
  /** How many tools its client is listed; null: the default. */
  mostTools: number | null;
  /** ISO 8601, UTC, as are all times here. */
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Its last calls, newest first. */
  calls: TokenCall[];
  /** Its client signed in itself, and a person allowed it; null: a person created the token for pasting. */
  signedIn: SignedIn | null;
}

export interface SignedIn {
  /** Where the answer was sent. */
  place: PlaceView | null;
  /** The host of the document that describes the client; null: it registered itself. */
  host: string | null;
  /** The kind of machine on which it was allowed. */
  device: string | null;
}

export interface TokenCall {
  id: string;
  /** The bare name. */
  tool: string;
  title: string;
  /** The client's own name for itself. */
  client: string | null;
  at: string;
  /** The status in the ledger. */
  status: string;
}

export type TokenState = 'open' | 'revoked' | 'expired';

export function tokenState({ revokedAt, expiresAt }: TokenView, now: Date): TokenState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'open';
}
