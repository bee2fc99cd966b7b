import 'server-only';
/** Of a call that ran without asking: who had allowed it ahead, and when. */
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import type { AllowedAhead } from '@/lib/execution/call-record';
import type { CallRow } from '@/lib/execution/ledger';

const { grants, users } = schema;

/**
 * @param row of a call that was taken, and that had no card
 * @param caller for whom it was made
 * @returns nothing when no grant let it run
 */
export async function allowedAhead(
  db: Queryable,
  { decidedBy, server, tool }: Pick<CallRow, 'decidedBy' | 'server' | 'tool'>,
  { userId }: Caller,
): Promise<AllowedAhead | undefined> {
  if (decidedBy === null) return undefined;
  const mine = and(eq(grants.userId, userId), eq(grants.grantedBy, decidedBy), gt(grants.used, 0));
  const [grant] = await db
    .select({ id: users.id, name: users.name, at: grants.createdAt })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.grantedBy))
    .where(and(mine, eq(grants.server, server), eq(grants.tool, tool)))
    .orderBy(desc(grants.createdAt))
    .limit(1);
  return grant && { by: { id: grant.id, name: grant.name }, at: grant.at.toISOString() };
}
