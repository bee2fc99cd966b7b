import 'server-only';
/** The feedback of a chat's owner on an answer. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { deleteFeedback, type FeedbackRow, saveFeedback } from '@/lib/store/conversation/feedback';
import { findMessage } from '@/lib/store/messages';
import { findSeen } from '../read-chats';

/**
 * @param feedback null withdraws it
 * @throws AppError not_found, forbidden
 */
export async function rateAnswer(
  db: Database,
  caller: Caller,
  at: { chatId: string; messageId: string },
  feedback: FeedbackRow | null,
): Promise<void> {
  const chat = await findSeen(db, caller, at.chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner says what they think of an answer.');
  const message = await findMessage(db, { chatId: at.chatId, id: at.messageId });
  if (message?.role !== 'assistant') throw new AppError('not_found', 'There is no such answer in this chat.');
  const key = { ...at, userId: caller.userId };
  if (feedback) await saveFeedback(db, key, feedback);
  else await deleteFeedback(db, key);
}
