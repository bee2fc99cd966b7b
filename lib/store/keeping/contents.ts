import 'server-only';
/**
 * Permanently removes the arguments and results of calls. The evidence stays: who, when, which tool, how it ended, and
 * the hashes of what was there.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { ERASED_CONTENTS } from '@/lib/values/erased';

const { approvals, callMedia, callReadings, calls, effects, elicitations, keptChanges } = schema;

const RESULT = JSON.stringify({ content: [{ type: 'text', text: ERASED_CONTENTS }] });
const now = sql`now()`;

/**
 * For these calls, which have ended: also what their cards showed, their files, forms, and what was there before them.
 */
export async function eraseContents(tx: Transaction, callIds: string[]): Promise<void> {
  if (callIds.length === 0) return;
  const these = sql`(select json_array_elements_text(${JSON.stringify(callIds)}::json))`;
  await tx.update(effects).set({ result: {} }).where(sql`${effects.callId} in ${these}`);
  for (const table of [keptChanges, callMedia, callReadings, elicitations] as const) {
    await tx.delete(table).where(sql`${table.callId} in ${these}`);
  }
  await tx
    .update(approvals)
    .set({ input: '{}', edited: null, preview: null, contentsErasedAt: now })
    .where(
      sql`(${approvals.runId}, ${approvals.toolCallId}) in (select k.run_id, k.tool_call_id from ${calls} k where k.id in ${these})
        and ${approvals.status} not in ('pending', 'held')`,
    );
  await emptyCalls(tx, sql`${calls.id} in ${these}`);
}

async function emptyCalls(tx: Transaction, which: SQL): Promise<void> {
  await tx
    .update(calls)
    .set({
      input: '{}',
      edited: null,
      contentsErasedAt: now,
      result: sql`case when ${calls.result} is not null then ${RESULT}::json end`,
      error: sql`case when ${calls.error} is not null then ${ERASED_CONTENTS} end`,
    })
    .where(which);
}

/** The calls of a chat that still have their contents. */
export async function listCallsWithContents(
  tx: Transaction,
  chatIds: string[],
  most: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(sql`${inArray(calls.chatId, chatIds)} and ${calls.contentsErasedAt} is null`)
    .limit(most);
  return rows.map(({ id }) => id);
}
