import 'server-only';
import type { Database, Transaction } from '@/db/client';
import { findEffect } from '@/db/queries/effects';
/**
 * The last word on calls that were sent and that nobody waits for any more: the run has ended, or the server is not
 * there. Needs no connection: our own tools' effects are in this very database; those of others are unknown.
 */
import { findCallById, listAbandonedRuns, listDispatched, markSealed } from '@/lib/store/calls';
import { merelyReads } from '@/lib/tools/merely-reads';
import { BUILT_IN_SERVER, OWN_SERVER } from '@/lib/tools/own-server-name';
import { isRehearsal } from './call-rows';
import { type Ended, endOf, resultHash } from './ended';
import { advance, type CallRow, isFinal } from './ledger';

/** Of a sub-agent that ended without a word to its call. */
const GONE = 'The sub-agent was stopped.';
const LOST = 'Its answer was lost.';
const NOT_DONE = `${LOST} It was looked up since: it did not take effect.`;
const DONE = 'It took effect. Its answer was lost on the way and was looked up since.';

/** Settles whatever of the run is still on its way. */
export async function settleLeft(tx: Transaction, runId: string): Promise<void> {
  for (const row of await listDispatched(tx, runId)) await settleRow(tx, row);
}

/** Settles what is on its way in runs that have ended, with their chat perhaps, and whose process died before it could. */
export async function settleAbandoned(db: Database): Promise<void> {
  const abandoned = await listAbandonedRuns(db);
  for (const { runId } of abandoned) await db.transaction((tx) => settleLeft(tx, runId));
}

/**
 * Settles one call.
 * @returns how it ended, in whichever process; nothing when another process tries it again
 */
export async function settleRow(tx: Transaction, row: CallRow): Promise<Ended | undefined> {
  const ended = await found(tx, row);
  const said = ended.status === 'success' ? { result: ended.output } : { error: ended.text };
  const closed = await advance(tx, row, ended.status, { ...said, resultHash: resultHash(ended) });
  if (closed) return ended;
  const stands = await findCallById(tx, row.id);
  return stands && isFinal(stands.status) ? endOf(stands) : undefined;
}

async function found(tx: Transaction, row: CallRow): Promise<Ended> {
  if (row.metadata.subAgent === true) return { status: 'abort', text: GONE };
  const onlyReads = merelyReads(row) || isRehearsal(row);
  // What this process answers itself has no effect that could be lost.
  if (onlyReads || row.server === BUILT_IN_SERVER) return { status: 'error', text: LOST };
  if (row.server !== OWN_SERVER) return { status: 'unknown', text: LOST };
  // From here on it takes no effect any more: a process in the middle of one is waited for.
  await markSealed(tx, row.id);
  const effect = await findEffect(tx, { callId: row.id, teamId: row.teamId });
  if (!effect) return { status: 'error', text: NOT_DONE };
  const text = effect.result ? JSON.stringify(effect.result) : DONE;
  const structured = effect.result ? { structuredContent: effect.result } : {};
  return { status: 'success', output: { content: [{ type: 'text', text }], ...structured } };
}
