import 'server-only';
/** Whether a person is an admin by the database, not by what the session said a moment ago. */
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from './caller';

const { members } = schema;

/** @throws AppError forbidden, with these words */
export async function assertAdmin(db: Queryable, { userId, teamId }: Caller, words: string): Promise<void> {
  const [standing] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.teamId, teamId)));
  if (standing?.role !== 'admin') throw new AppError('forbidden', words);
}
