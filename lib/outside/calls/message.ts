import 'server-only';
/**
 * The message that another client's call leaves in its token's chat if a person was asked: one message that refers to
 * the call and its card.
 */
import type { Transaction } from '@/db/client';
import { storeMessage } from '@/lib/runs/finish';
import { withMissing, withUnknownCalls } from '@/lib/runs/message-parts';
import type { StoredPart } from '@/lib/runs/messages/stored-message';
import { listApprovalsOfRun } from '@/lib/store/approvals';
import { listCallsOfRun } from '@/lib/store/calls';
import { findRun, type RunRow } from '@/lib/store/runs';
import { visible } from '@/lib/values/text';

const LATE: StoredPart = {
  type: 'data-notice',
  data: { text: 'Its client called it off after it had been sent: what came of it stands here.' },
};

/** Keeps the call in its message. A call that asked nobody has none. */
export async function tellAsked(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'chatId' | 'messageId' | 'client'>,
): Promise<void> {
  const [card] = await listApprovalsOfRun(tx, run.id);
  if (!card) return;
  const calls = await listCallsOfRun(tx, run.id);
  const now = await findRun(tx, run.id);
  const isLate = now?.withdrawnAt != null && calls.some(({ attempts }) => attempts > 0);
  const notice: StoredPart = { type: 'data-notice', data: { text: `Asked by ${nameOf(run.client)}.` } };
  const { toolCallId } = card;
  const shown: StoredPart = { type: 'data-approval', id: toolCallId, data: { toolCallId } };
  const parts = withUnknownCalls([...withMissing([notice], calls), shown], calls);
  await storeMessage(tx, { ...run, userMessageId: null }, isLate ? [...parts, LATE] : parts);
}

/** The name another client gives itself: data, short, and with every invisible character written out. */
export function nameOf(client: string | null): string {
  return client === null ? 'a client that gave no name' : visible(client);
}
