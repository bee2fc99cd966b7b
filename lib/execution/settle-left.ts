import 'server-only';
/**
 * The last word on calls that were sent and that nobody waits for any more: the run has ended, or the server is not
 * there. Needs no connection: our own tools' effects stand in this very database; of others nobody knows.
 */
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { findEffect } from '@/db/queries/effects';
import { schema } from '@/db/schema/all';
import { OWN_SERVER } from '@/lib/connections/config';
import { advance, type CallRow, seal } from './ledger';
import { type Ended, resultHash } from './send-call';

const { calls } = schema;

const LOST = 'Its answer was lost.';
const NOT_DONE = `${LOST} It was looked up since: it did not take effect.`;
const DONE = 'It took effect. Its answer was lost on the way and was looked up since.';

/** Settles whatever of the run is still on its way. */
export async function settleLeft(tx: Transaction, runId: string): Promise<void> {
  const sent = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'dispatched')));
  for (const row of sent) await settleRow(tx, row);
}

/**
 * Settles one call.
 * @returns how it ended; nothing when somebody else has said so already
 */
export async function settleRow(tx: Transaction, row: CallRow): Promise<Ended | undefined> {
  const ended = await endOf(tx, row);
  const said = ended.status === 'success' ? { result: ended.output } : { error: ended.text };
  const closed = await advance(tx, row, ended.status, { ...said, resultHash: resultHash(ended) });
  return closed && ended;
}

async function endOf(tx: Transaction, row: CallRow): Promise<Ended> {
  if (row.trusted && row.risk === 'read-only') return { status: 'error', text: LOST };
  if (row.server !== OWN_SERVER) return { status: 'unknown', text: LOST };
  // From here on it takes no effect any more: whoever is in the middle of one is waited for.
  await seal(tx, row);
  const effect = await findEffect(tx, { callId: row.id, teamId: row.teamId });
  if (!effect) return { status: 'error', text: NOT_DONE };
  const text = effect.result ? JSON.stringify(effect.result) : DONE;
  const structured = effect.result ? { structuredContent: effect.result } : {};
  return { status: 'success', output: { content: [{ type: 'text', text }], ...structured } };
}
