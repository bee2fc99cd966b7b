import 'server-only';
/**
 * Who shows a token: asked anew for every request, in one statement that also counts it. Each request moves the
 * token's pace a step ahead of the clock; whoever is a whole burst ahead has to wait. The row says so, and so it holds
 * over all processes.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { sha256Hex } from '@/lib/values/canonical-json';
import { type Role, type Scope, scopesOf } from '@/mcp/scopes';

const { tokens } = schema;

/** Requests that a token may make: so many at once, and so many in a minute when it never rests. */
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
}

export interface Pace {
  /** Requests that may still be made now. */
  remaining: number;
  /** Seconds until all of them may be made again. */
  resetS: number;
  /** Seconds to wait, because this one was too many; 0 when it was not. */
  retryAfterS: number;
}

interface Row {
  [column: string]: unknown;
  id: string;
  name: string;
  scopes: Scope[];
  chatId: string;
  userId: string;
  userName: string;
  teamId: string;
  teamName: string;
  role: Role;
  isDemo: boolean;
  ahead: number | string;
}

/**
 * The visitor behind a token that holds, whose owner is still in its team; and how fast it may go on.
 * @param demo whether demo accounts may do anything
 * @returns nothing when the token is unknown, revoked, past its time, or its owner has gone
 */
export async function visitorOf(
  db: Database,
  token: string,
  demo: boolean,
): Promise<{ visitor: Visitor; pace: Pace } | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`with seen as (
        select id, greatest(paced_at, now()) as base from tokens
        where hash = ${sha256Hex(token)} and revoked_at is null and expires_at > now() for update
      ), taken as (
        update tokens set last_used_at = now(), paced_at = case
          when seen.base + make_interval(secs => ${STEP_S}::float8) <= now() + make_interval(secs => ${BURST_S}::float8)
          then seen.base + make_interval(secs => ${STEP_S}::float8) else seen.base end
        from seen where tokens.id = seen.id returning tokens.*, seen.base
      )
      select taken.id, taken.name, taken.scopes, chats.id as "chatId", users.id as "userId", users.name as "userName",
        teams.id as "teamId", teams.name as "teamName", members.role, users.demo as "isDemo",
        extract(epoch from taken.base - now())::float8 as ahead
      from taken join users on users.id = taken.user_id join members on members.user_id = users.id
        join teams on teams.id = members.team_id and teams.id = taken.team_id join chats on chats.token_id = taken.id`,
  );
  if (!row || (row.isDemo && !demo)) return undefined;
  const { userId, userName, teamId, teamName, role } = row;
  const own = scopesOf(role);
  const scopes = new Set(row.scopes.filter((scope) => own.has(scope)));
  const caller = { userId, userName, teamId, teamName, role };
  const visitor = { tokenId: row.id, tokenName: row.name, chatId: row.chatId, caller, scopes };
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

/** What a token may use as long as it holds, for what stays open; nothing once it does not. */
export async function givenScopes(db: Queryable, tokenId: string): Promise<Scope[] | undefined> {
  const [row] = await db
    .select({ scopes: tokens.scopes })
    .from(tokens)
    .where(and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), sql`${tokens.expiresAt} > now()`));
  return row?.scopes as Scope[] | undefined;
}
