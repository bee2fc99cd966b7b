import 'server-only';
/** Of a call that ran without asking: who had allowed it ahead, and when. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { AllowedAhead } from '@/lib/execution/call-record';
import type { CallRow } from '@/lib/execution/ledger';

const { grants, users } = schema;

/**
 * @param row of a call that was taken
 * @returns nothing when no grant let it run
 */
export async function allowedAhead(
  db: Queryable,
  { grantId }: Pick<CallRow, 'grantId'>,
): Promise<AllowedAhead | undefined> {
  if (grantId === null) return undefined;
  const [grant] = await db
    .select({ id: users.id, name: users.name, at: grants.createdAt })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.grantedBy))
    .where(eq(grants.id, grantId));
  return grant && { by: { id: grant.id, name: grant.name }, at: grant.at.toISOString() };
}
