import 'server-only';
/**
 * Gives a chat a better title than its first message once that has been answered; never replaces a title given by a
 * person.
 */
import type { Database } from '@/db/client';
import type { NameExchange } from '@/lib/agent/aside/name-exchange';
import { describeError, log } from '@/lib/log';
import { renameIfUntouched } from '@/lib/store/conversation/titles';
import type { RunRow } from '@/lib/store/runs';
import { titleOf } from '../begin';
import { tell } from '../follow/events';
import type { DraftMessage } from '../messages/stored-message';
import { readAnswer } from '../read-messages';

/** @param history what the run was begun with: only a chat's first message leads to a title */
export async function nameChat(
  { db, name }: { db: Database; name: NameExchange | undefined },
  run: Pick<RunRow, 'chatId' | 'messageId'>,
  history: readonly DraftMessage[] | undefined,
): Promise<void> {
  const [first, ...more] = history ?? [];
  if (!name || first?.role !== 'user' || more.length > 0) return;
  try {
    const answer = await readAnswer(db, run);
    const asked = textOf(first.parts);
    const answered = textOf(answer?.stored.parts ?? []);
    const title = answered.trim() === '' ? undefined : await name({ asked, answered });
    if (title === undefined || title === titleOf(asked)) return;
    const news = await renameIfUntouched(db, run.chatId, titleOf(asked), title);
    if (news) tell(news);
  } catch (error) {
    log('warn', 'title', describeError(error));
  }
}

function textOf(parts: readonly { type: string }[]): string {
  return parts
    .map((part) => (part.type === 'text' && 'text' in part ? String(part.text) : ''))
    .join(' ')
    .trim();
}
