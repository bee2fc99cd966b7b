import 'server-only';
/** Taking a decided call to run it: once, ever, and only if everything is still as it was decided. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { POLICY_VERSION } from '@/lib/policy/policy';
import type { ApprovalRow } from './approval-rows';

const { approvals } = schema;

/** What the call would be now, recomputed right before it is sent. */
export interface PresentCall {
  runId: string;
  toolCallId: string;
  server: string;
  serverUrl: string;
  trusted: boolean;
  inputHash: string;
  definitionHash: string;
  previewHash: string;
}

/** The row that lets this call run, if there is one: confirmed, or held and released; not yet used. */
export async function findPermission(
  db: Queryable,
  runId: string,
  toolCallId: string,
): Promise<ApprovalRow | null> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.runId, runId),
        eq(approvals.toolCallId, toolCallId),
        inArray(approvals.status, ['confirmed', 'released']),
        isNull(approvals.claimedAt),
      ),
    );
  return row ?? null;
}

/**
 * Uses the permission up, in one conditional change: of any number of requests, processes and retries one
 * gets `true`. Anything that differs from what was decided makes it `false`, and nothing may run.
 */
export async function claim(db: Queryable, call: PresentCall): Promise<boolean> {
  const claimed = await db
    .update(approvals)
    .set({ claimedAt: sql`now()` })
    .where(
      and(
        eq(approvals.runId, call.runId),
        eq(approvals.toolCallId, call.toolCallId),
        inArray(approvals.status, ['confirmed', 'released']),
        isNull(approvals.claimedAt),
        eq(approvals.server, call.server),
        eq(approvals.serverUrl, call.serverUrl),
        eq(approvals.trusted, call.trusted),
        eq(approvals.inputHash, call.inputHash),
        eq(approvals.definitionHash, call.definitionHash),
        eq(approvals.previewHash, call.previewHash),
        eq(approvals.policyVersion, POLICY_VERSION),
      ),
    )
    .returning({ id: approvals.id });
  return claimed.length === 1;
}
