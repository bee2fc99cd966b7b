import 'server-only';
/** A person has the older part of a chat summarised for the model before that becomes necessary. */
import { canSummarise, makeSummary } from '@/lib/agent/summaries/compact';
import { allButNewest } from '@/lib/agent/summaries/summarise';
import { readAuthority } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import { assertMayBegin } from '@/lib/limits/budget';
import type { Caller } from '@/lib/people/caller';
import { lockChat, touchChat } from '@/lib/store/chats';
import { insertSummary } from '@/lib/store/conversation/summaries';
import { findTeamModel } from '@/lib/store/settings/team-model';
import type { RunDependencies } from '../dependencies';
import { tell } from '../follow/events';
import { findSeen } from '../read-chats';
import { drafts, readHistory } from '../read-messages';
import { meteredAside } from './meter-turn';

/** Chats for which this process is making a summary. */
const underWay = new Set<string>();

/**
 * Summarises all but the last two exchanges. The messages stay as they are.
 * @throws AppError not_found, forbidden; conflict: there is too little, no model that could, or one is being made;
 * unavailable: the model gave none; too_many_requests: a limit is used up
 */
export async function summariseChat(
  deps: Pick<RunDependencies, 'db' | 'model' | 'priceOf'>,
  caller: Caller,
  chatId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const chat = await findSeen(db, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner changes this chat.');
  const model = deps.model(chat.model, await findTeamModel(db, caller.teamId));
  if (!canSummarise(model)) {
    throw new AppError(
      'conflict',
      'The offline model cannot summarise. Older messages are left out as they are.',
    );
  }
  if (underWay.has(chatId)) throw new AppError('conflict', 'A summary is being made already.');
  underWay.add(chatId);
  try {
    const { summary, outside, isLimited } = await readAuthority(db, chatId, caller);
    const wanted = allButNewest(drafts(await readHistory(db, chatId)), summary ?? undefined);
    if (!wanted) throw new AppError('conflict', 'There is too little to summarise yet.');
    // It is outside any answer, so it is counted, and refused, on its own.
    if (isLimited) await db.transaction((tx) => assertMayBegin(tx, caller));
    const made = await meteredAside(deps, { caller, chatId, isLimited }, () =>
      makeSummary(wanted, {
        model,
        outside: outside !== null,
        signal,
        keep: async (kept) => {
          const news = await db.transaction(async (tx) => {
            if (!(await lockChat(tx, chatId))) return undefined;
            await insertSummary(tx, chatId, { ...kept, model: model.id ?? '' });
            return touchChat(tx, chatId);
          });
          if (news) tell(news);
        },
      }),
    );
    if (!made) throw new AppError('unavailable', 'The model gave no summary. Try again in a moment.');
  } finally {
    underWay.delete(chatId);
  }
}
