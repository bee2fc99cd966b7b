/** Reading the members of a team. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client';
import { members, users } from '../schema/auth';
import type { Caller } from './change';
import type { Page } from './page';

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: (typeof members.$inferSelect)['role'];
  joinedAt: Date;
}

export interface MemberFilter {
  role?: MemberRow['role'] | undefined;
}

export type MemberPosition = [name: string, userId: string];

/** Members of the team, sorted by name. */
export async function listMembers(
  caller: Caller,
  { role }: MemberFilter,
  { after, limit }: Page<MemberPosition>,
): Promise<MemberRow[]> {
  caller.signal.throwIfAborted();
  return selectMembers(caller.db)
    .where(
      and(
        eq(members.teamId, caller.teamId),
        role && eq(members.role, role),
        after ? sql`(${users.name}, ${users.id}) > (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
}

/** People with their memberships; the caller adds the condition. */
export function selectMembers(db: Queryable) {
  return db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: members.role,
      joinedAt: members.createdAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId));
}
