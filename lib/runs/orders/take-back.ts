import 'server-only';
/**
 * A person takes back what a call of the workspace did: a message that orders the call which does so, in the chat where it
 * was made. It goes through gate, card, ledger and receipts as a call of the model's own does.
 */
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { readAuthority } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findChatState } from '@/lib/store/answers';
import { findCallOfTeam } from '@/lib/store/calls';
import { findHead, isNewest } from '@/lib/store/chats';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import { type ClaimedRun, insertAsked, MAX_RUNS_PER_USER, openChat, tooMany } from '../begin';
import { drafts, readHistory } from '../read-messages';

const UNDO = 'workspace_undo';

/**
 * The call, if this person may take it back.
 * @throws AppError not_found: no such call of one's own that changed something in the workspace and is kept
 */
export async function findToTakeBack(db: Database, caller: Caller, callId: string): Promise<CallRow> {
  const found = await findCallOfTeam(db, caller.teamId, callId);
  const isOwn = found?.owner === caller.userId && found.call.server === WORKSPACE_SERVER;
  if (!found || !isOwn || !isKept(found.call)) {
    throw new AppError('not_found', 'There is no such call of yours that could be taken back.');
  }
  return found.call;
}

/** What it changed can be taken back by its own id: its answer says so. */
const isKept = ({ id, status, result }: CallRow) => {
  const { structuredContent } = Object(result) as { structuredContent?: { undo?: unknown } };
  return status === 'success' && structuredContent?.undo === id;
};

/**
 * Stores the message and claims the run that makes the call.
 * @param text of the message, as people and models read it
 * @param all whether all that was changed in the same answer is taken back
 * @throws AppError not_found, forbidden, conflict (something goes on, waits for a decision, or waits its turn), too_many_requests
 */
export async function beginTakingBack(
  db: Database,
  caller: Caller,
  { id, chatId: place }: Pick<CallRow, 'id' | 'chatId'>,
  { text, all }: { text: string; all: boolean },
): Promise<ClaimedRun> {
  // Of a sub-agent's it is taken back in the chat for which that worked.
  const chatId = await findHead(db, place);
  return db.transaction(async (tx) => {
    await openChat(tx, caller, chatId);
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
    const order = { server: WORKSPACE_SERVER, tool: UNDO, input: { callId: id, all } };
    const message = { id: randomToken(), text, parent: stored.at(-1)?.stored.id ?? null, order };
    const { run, news, asked } = await insertAsked(tx, chatId, message, isNewest);
    const history = [...drafts(stored), asked];
    return { run, news, opening: { history, authority, approvals: [], offered: [] } };
  });
}
