/** The admin of the demo company as a caller of tools. */
import { eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { DEMO_TEAM } from '@/db/demo/accounts';
import { members, teams, users } from '@/db/schema/auth';
import type { CallContext } from '../context';
import { scopesOf } from '../scopes';

/** @param db with the demo loaded */
export async function demoAdmin(db: Database): Promise<CallContext> {
  const [admin] = await db
    .select({ userId: users.id, teamId: teams.id, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(eq(users.email, 'admin@amber.test'));
  if (admin?.role !== 'admin') throw new Error(`${DEMO_TEAM} has no admin.`);
  return {
    db,
    teamId: admin.teamId,
    userId: admin.userId,
    scopes: scopesOf('admin'),
    webSearch: {},
    appUrl: 'http://amber.test',
    signal: new AbortController().signal,
  };
}
