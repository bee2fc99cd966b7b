import 'server-only';
/** Calls whose outcome is unknown, and which nobody has resolved yet. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { newestRounds } from './call-rows';
import type { CallRow } from './ledger';

const { calls } = schema;

/** Calls of a run that a person has to look at, oldest first. */
export function openUnknownCalls(db: Queryable, runId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'unknown'), isNull(calls.resolution)));
}

/** Calls that a person has to look at. */
export function unresolved(rows: readonly CallRow[]): CallRow[] {
  const newest = [...newestRounds(rows).values()];
  return newest.filter(({ status, resolution }) => status === 'unknown' && resolution === null);
}
