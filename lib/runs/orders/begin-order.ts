import 'server-only';
/**
 * A person orders a single call: a message of theirs that holds the order, and the run that makes it. It goes through
 * gate, card, ledger and receipts like a call of the model's.
 */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { readAuthority } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import type { Order } from '@/lib/execution/call-record';
import type { Caller } from '@/lib/people/caller';
import { findChatState } from '@/lib/store/answers';
import { type ClaimedRun, insertAsked, MAX_RUNS_PER_USER, openChat, tooMany } from '../begin';
import { drafts, readHistory } from '../read-messages';

/**
 * Stores the message and claims the run that makes the call.
 * @param text of the message, as people and models read it
 * @throws AppError not_found, forbidden, conflict (something is in progress, waits for a decision, or is queued),
 * too_many_requests
 */
export async function beginOrder(
  db: Database,
  caller: Caller,
  chatId: string,
  { text, order }: { text: string; order: Order },
): Promise<ClaimedRun> {
  return db.transaction(async (tx) => {
    await openChat(tx, caller, chatId);
    return claimOrder(tx, caller, chatId, { text, order });
  });
}

/** The same in a place that is locked, and in which this person may order. Throws as `beginOrder`. */
export async function claimOrder(
  tx: Transaction,
  caller: Caller,
  chatId: string,
  { text, order }: { text: string; order: Order },
): Promise<ClaimedRun> {
  const { latest, waiting, running } = await findChatState(tx, chatId);
  if (latest?.status === 'running' || waiting.length > 0) {
    throw new AppError('conflict', 'An answer is being written. Stop it, or wait for its end.');
  }
  if (latest?.status === 'waiting') {
    throw new AppError('conflict', 'Something waits for a decision in this chat. Decide that first.');
  }
  if (running >= MAX_RUNS_PER_USER) throw tooMany();
  const stored = await readHistory(tx, chatId);
  const authority = await readAuthority(tx, chatId, caller);
  const message = { id: randomToken(), text, parent: stored.at(-1)?.stored.id ?? null, order };
  const { run, news, asked } = await insertAsked(tx, chatId, message, { isNewest: true });
  const history = [...drafts(stored), asked];
  return { run, news, opening: { history, authority, approvals: [], offered: [] } };
}
