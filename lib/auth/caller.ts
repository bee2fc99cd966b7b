import 'server-only';
/** Who somebody is at this moment, by id: for runs that go on without a request of their own. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';

/** The person with team and role as the database has them now; null when gone or in no team. */
export async function callerById(db: Queryable, userId: string): Promise<Caller | null> {
  const { users, members, teams } = schema;
  const [row] = await db
    .select({
      userId: users.id,
      userName: users.name,
      teamId: teams.id,
      teamName: teams.name,
      role: members.role,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(eq(members.userId, userId));
  return row ?? null;
}
