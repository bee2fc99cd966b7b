import 'server-only';
/** Who somebody is at this moment, by id: for runs that go on without a request of their own. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';

/** Who a turn acts for. Read from the session and the database, never from a client's message. */
export interface Caller {
  userId: string;
  userName: string;
  teamId: string;
  teamName: string;
  role: Role;
}

/** What of `users`, `teams` and `members` makes a caller. */
export const CALLER_FIELDS = {
  userId: schema.users.id,
  userName: schema.users.name,
  teamId: schema.teams.id,
  teamName: schema.teams.name,
  role: schema.members.role,
};

/** The person with team and role as the database has them now; null when gone or in no team. */
export async function callerById(db: Queryable, userId: string): Promise<Caller | null> {
  const { users, members, teams } = schema;
  const [row] = await db
    .select(CALLER_FIELDS)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(eq(members.userId, userId));
  return row ?? null;
}

/**
 * Whether a session of this person still holds, by the database's clock.
 * @param hash SHA-256 (hex) of its token
 */
export async function hasSession(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const { sessions } = schema;
  const isIt = sql`encode(sha256(convert_to(${sessions.token}, 'UTF8')), 'hex') = ${hash}`;
  const his = and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`), isIt);
  return (await db.$count(sessions, his)) > 0;
}
