import 'server-only';
/**
 * Who shows a token: asked again for every request, in one statement that also counts it. Each request moves the
 * token's pace a step ahead of the clock; a client that is a whole burst ahead has to wait. The row says so, and so it holds
 * over all processes.
 */
import type { Database } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { type GrantedServer, markTokenUsed } from '@/lib/store/outside/tokens';
import { sha256Hex } from '@/lib/values/canonical-json';
import { type Scope, scopesOf } from '@/mcp/scopes';

/** Requests that a token may make: this many at once, and this many in a minute when it never rests. */
export const PACE = { burst: 600, perMinute: 600 };
const STEP_S = 60 / PACE.perMinute;
const BURST_S = PACE.burst * STEP_S;

/** Another client that acts for a person, as far as the token and the person's role of this moment allow. */
export interface Visitor {
  tokenId: string;
  tokenName: string;
  /** Where its calls stand. */
  chatId: string;
  caller: Caller;
  scopes: ReadonlySet<Scope>;
  /** Connected servers that the token names. */
  servers: readonly GrantedServer[];
  /** Of how many tools its client is told; null: as many as usual. */
  mostTools: number | null;
  /** Its client signed in by itself, and can ask for more. */
  isGrant?: boolean;
  /** Of the team's servers, where it was read for this request. */
  serversVersion?: number;
  /** How many calls a minute people make is limited in the team. */
  isLimited?: boolean;
}

export interface Pace {
  /** Requests that may still be made now. */
  remaining: number;
  /** Seconds until all of them may be made again. */
  resetS: number;
  /** Seconds to wait, because this one was too many; 0 when it was not. */
  retryAfterS: number;
}

/**
 * The visitor behind a token that holds, whose owner is still in its team; and how fast it may go on.
 * @param demo whether demo accounts may do anything
 * @param resource the address that was asked: a grant for another one is none here
 * @param isForced whether who has this address comes by a provider alone, which then owns their factors
 * @returns nothing when the token is unknown, revoked, past its time, for another address, or its owner has gone or lacks the second factor that the team asks for
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
  // Of a forced domain only those who came by its provider are asked about there; an earlier token would outlive everything.
  // Everybody else has the second factor that their team asks for.
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
