import 'server-only';
/**
 * Whose token a request presents: looked up for every request, in one statement that also counts it. Each request moves
 * the token's pace one step ahead of the clock; a client that is a whole burst ahead has to wait. This is stored in the
 * row, so it holds across all processes.
 */
import type { Database } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { type GrantedServer, markTokenUsed } from '@/lib/store/outside/tokens';
import { sha256Hex } from '@/lib/values/canonical-json';
import { type Scope, scopesOf } from '@/mcp/scopes';

/** Requests per token: this many at once, and this many per minute continuously. */
export const PACE = { burst: 600, perMinute: 600 };
const STEP_S = 60 / PACE.perMinute;
const BURST_S = PACE.burst * STEP_S;

/** Another client that acts for a person, as far as the token and the person's present role allow. */
export interface Visitor {
  tokenId: string;
  tokenName: string;
  /** The chat that holds its calls. */
  chatId: string;
  caller: Caller;
  scopes: ReadonlySet<Scope>;
  /** Connected servers that the token names. */
  servers: readonly GrantedServer[];
  /** How many tools its client is listed; null: the default. */
  mostTools: number | null;
  /** Its client signed in itself, and can ask for more. */
  isGrant?: boolean;
  /** The version of the team's servers, if it was read for this request. */
  serversVersion?: number;
  /** The team has a limit on people's calls per minute. */
  isLimited?: boolean;
}

export interface Pace {
  /** Requests that may still be made now. */
  remaining: number;
  /** Seconds until all of them may be made again. */
  resetS: number;
  /** Seconds to wait, because this one was too many; otherwise 0. */
  retryAfterS: number;
}

/**
 * The visitor behind a valid token whose owner is still in its team; and how fast it may continue.
 * @param demo whether demo accounts may do anything
 * @param resource the address of the request: a grant for another one is not valid here
 * @param isForced whether the person with this address must use single sign-on, whose provider is then in charge of
 * their factors
 * @returns nothing if the token is unknown, revoked, expired, for another address, or its owner has gone or lacks the
 * second factor that the team requires
 */
export async function visitorOf(
  db: Database,
  token: string,
  demo: boolean,
  resource: string,
  isForced = (email: string) => forcedProvider(email) !== undefined,
): Promise<{ visitor: Visitor; pace: Pace } | undefined> {
  const row = await markTokenUsed(db, sha256Hex(token), { stepS: STEP_S, burstS: BURST_S });
  if (!row || (row.isDemo && !demo)) return undefined;
  if (row.resource !== null && row.resource !== resource) return undefined;
  // In a domain that must use single sign-on, only people who came through the provider are checked there; a token from
  // before would outlive everything. Everybody else has the second factor that their team requires.
  if (isForced(row.email) ? !row.isBound : row.lacksFactor) return undefined;
  const { userId, userName, teamId, teamName, role, serversVersion, isLimited } = row;
  const own = scopesOf(role);
  const scopes = new Set(row.scopes.filter((scope) => own.has(scope)));
  const caller = { userId, userName, teamId, teamName, role };
  const { id: tokenId, name: tokenName, chatId } = row;
  const isGrant = row.resource !== null;
  const rights = { scopes, servers: row.servers, mostTools: row.mostTools };
  const visitor = { tokenId, tokenName, chatId, caller, ...rights, serversVersion, isGrant, isLimited };
  return { visitor, pace: paceOf(Number(row.ahead)) };
}

/** @param ahead of the clock before this request, in seconds */
function paceOf(ahead: number): Pace {
  const isOver = ahead + STEP_S > BURST_S + 1e-6;
  const used = isOver ? ahead : ahead + STEP_S;
  return {
    remaining: Math.max(0, Math.floor((BURST_S - used) / STEP_S + 1e-6)),
    resetS: Math.ceil(used),
    retryAfterS: isOver ? Math.max(1, Math.ceil(ahead + STEP_S - BURST_S)) : 0,
  };
}
