import 'server-only';
import type { Database, Transaction } from '@/db/client';
import { findEffect } from '@/db/queries/effects';
/**
 * Settles calls that were sent and that nobody waits for any more: the run has ended, or the server is gone. Needs no
 * connection: the effects of our own tools are in this very database; those of other servers' tools stay unknown.
 */
import { findCallById, listAbandonedRuns, listDispatched, markSealed } from '@/lib/store/calls';
import { merelyReads } from '@/lib/tools/merely-reads';
import { BUILT_IN_SERVER, OWN_SERVER } from '@/lib/tools/own-server-name';
import { isRehearsal } from './call-rows';
import { type Ended, endOf, resultHash } from './ended';
import { advance, type CallRow, isFinal } from './ledger';

/** For a sub-agent that ended without answering its call. */
const GONE = 'The sub-agent was stopped.';
const LOST = 'Its answer was lost.';
const NOT_DONE = `${LOST} It was looked up since: it did not take effect.`;
const DONE = 'It took effect. Its answer was lost on the way and was looked up since.';

/** Settles every call of the run that is still in flight. */
export async function settleLeft(tx: Transaction, runId: string): Promise<void> {
  for (const row of await listDispatched(tx, runId)) await settleRow(tx, row);
}

/**
 * Settles the calls in flight of runs that have ended (their chat may be gone too) and whose process died before it
 * could.
 */
export async function settleAbandoned(db: Database): Promise<void> {
  const abandoned = await listAbandonedRuns(db);
  for (const { runId } of abandoned) await db.transaction((tx) => settleLeft(tx, runId));
}

/**
 * Settles one call.
 * @returns how it ended, whichever process settled it; nothing if another process is sending it again
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
  // Tools answered by this process itself have no effect that could be lost.
  if (onlyReads || row.server === BUILT_IN_SERVER) return { status: 'error', text: LOST };
  if (row.server !== OWN_SERVER) return { status: 'unknown', text: LOST };
  // From here on the call takes no effect any more; if a process is in the middle of it, this waits.
  await markSealed(tx, row.id);
  const effect = await findEffect(tx, { callId: row.id, teamId: row.teamId });
  if (!effect) return { status: 'error', text: NOT_DONE };
  const text = effect.result ? JSON.stringify(effect.result) : DONE;
  const structured = effect.result ? { structuredContent: effect.result } : {};
  return { status: 'success', output: { content: [{ type: 'text', text }], ...structured } };
}
