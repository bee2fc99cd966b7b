import 'server-only';
/**
 * Cards of a run that is still streaming: when they are decided in some tab, through whichever process, they change in
 * all tabs that follow, without waiting for the end of the segment, which writes the decision into the message.
 */
import type { Queryable } from '@/db/client';
import { newestCards } from '@/lib/approvals/approval-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { listCardsOfRun } from '@/lib/store/approval-cards';
import type { Live } from './live';
import { notifier } from './notifications';

/**
 * Publishes changes of its cards in the stream until the returned function is called.
 * @param caller the chat's owner
 */
export function keepCards(db: Queryable, caller: Caller, live: Live): () => void {
  return notifier.on('chat', ({ chatId }) => {
    if (chatId !== live.chatId || openCards(live).length === 0) return;
    tellCards(db, caller, live).catch((error) => log('warn', 'cards', describeError(error)));
  });
}

async function tellCards(db: Queryable, caller: Caller, live: Live): Promise<void> {
  const [now] = newestCards(await listCardsOfRun(db, live.runId), caller).values();
  for (const shown of openCards(live)) {
    const card = now?.get(shown.toolCallId);
    if (!card || live.isOver || (card.id === shown.id && card.status === shown.status)) continue;
    live.publish({ type: 'data-approval', id: card.toolCallId, data: card });
  }
}

/** The cards that wait for a person, as far as the stream has shown. */
function openCards({ chunks }: Live): ApprovalView[] {
  const cards = new Map<string, ApprovalView>();
  for (const chunk of chunks)
    if (chunk.type === 'data-approval') cards.set(chunk.data.toolCallId, chunk.data);
  return [...cards.values()].filter(({ status }) => status === 'pending');
}
