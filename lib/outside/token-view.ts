// Shared with the browser: types and pure functions only.
/** Tokens for other clients, as the settings show them. */
import type { PlaceView } from './sign-in/allow-view';

/** For how long one can be made, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];

/** Of how many tools a client can be told, in all; the first is as usual. The others it finds by a search. */
export const MOST_TOOLS = [40, 80, 160, 320] as const;

/** A connected server that can be ticked. */
export interface ServerChoice {
  name: string;
  /** Somebody has vouched for it. */
  trusted: boolean;
}

/** That one token can name. */
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
  /** Of how many tools its client is told; null: as many as usual. */
  mostTools: number | null;
  /** ISO 8601, UTC, as are all times here. */
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Its last calls, newest first. */
  calls: TokenCall[];
  /** Its client signed in by itself, and a person allowed it; null: a person made it, to paste it. */
  signedIn: SignedIn | null;
}

export interface SignedIn {
  /** Where the answer went. */
  place: PlaceView | null;
  /** Whose document describes the client; null: it has registered itself. */
  host: string | null;
  /** On what kind of machine it was allowed. */
  device: string | null;
}

export interface TokenCall {
  id: string;
  /** The bare name. */
  tool: string;
  title: string;
  /** What the client calls itself: its own words. */
  client: string | null;
  at: string;
  /** The ledger's word. */
  status: string;
}

export type TokenState = 'open' | 'revoked' | 'expired';

export function tokenState({ revokedAt, expiresAt }: TokenView, now: Date): TokenState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'open';
}
