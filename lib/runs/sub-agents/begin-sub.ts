import 'server-only';
/** Begins a sub-agent: a place of its own, its task as the message, and the run that answers it. */
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { MOST_DEPTH } from '@/lib/agent/calling/sub-agents';
import { AppError } from '@/lib/errors';
import type { CallRow } from '@/lib/execution/ledger';
import { insertChat, lockChat } from '@/lib/store/chats';
import { countSubRuns, findSubRun } from '@/lib/store/conversation/sub-agents';
import { findRun, type RunRow } from '@/lib/store/runs';
import { insertAsked, titleOf } from '../begin';

/** Per answer, across all levels. */
const MOST_SUBS = 20;

/**
 * Begins the sub-agent for a call that is marked as sent; an existing one stays as it is.
 * @param run that makes the call: this process must still hold it
 * @throws AppError conflict, too_many_requests
 */
export async function beginSub(db: Database, run: RunRow, call: CallRow): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await lockChat(tx, run.chatId);
    const now = await findRun(tx, run.id);
    const isHeld = now?.status === 'running' && now.fence === run.fence && now.stopRequestedAt === null;
    if (!chat || !isHeld)
      throw new AppError('conflict', 'This answer was given up meanwhile. Nothing was begun.');
    if (await findSubRun(tx, call.id)) return;
    const rootRunId = run.rootRunId ?? run.id;
    if (run.depth >= MOST_DEPTH) throw tooMany(`Sub-agents stand at most ${MOST_DEPTH} deep.`);
    if ((await countSubRuns(tx, rootRunId)) >= MOST_SUBS)
      throw tooMany(`An answer has at most ${MOST_SUBS} sub-agents.`);
    const text = taskOf(call);
    const { teamId, userId, temporary } = chat;
    const rootId = chat.rootId ?? chat.id;
    // Below a sub-agent that only reads, nothing does more than that.
    const reads = call.risk === 'read-only' || (chat.rootId !== null && chat.mode === 'plan');
    await insertChat(
      tx,
      { id: call.id, teamId, userId, title: titleOf(text), temporary, rootId },
      { mode: reads ? 'plan' : 'default', model: run.model },
    );
    const below = { rootRunId, depth: run.depth + 1 };
    await insertAsked(tx, call.id, { id: randomToken(), text, parent: null, below }, {});
  });
}

const tooMany = (why: string) => new AppError('too_many_requests', `${why} Nothing was begun.`);

/** The task, in the model's words. */
function taskOf({ input }: CallRow): string {
  const given = JSON.parse(input) as Partial<Record<'prompt' | 'context' | 'role' | 'taskPrompt', string>> & {
    files?: string[];
  };
  const { prompt, context, role, taskPrompt, files = [] } = given;
  if (prompt !== undefined) {
    const ask = `${prompt}\n\nAnswer with a plan: what to do, step by step, and where.`;
    return context === undefined ? ask : `${ask}\n\nWhat is known:\n${context}`;
  }
  const about = files.length === 0 ? '' : `\n\nFiles: ${files.join(', ')}`;
  return `You work as: ${role}\n\n${taskPrompt}${about}`;
}
