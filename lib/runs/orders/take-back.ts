import 'server-only';
/**
 * A person takes back what a call of the workspace did: a message that orders the call which does so, in the chat where it
 * was made. It goes through gate, card, ledger and receipts as a call of the model's own does.
 */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findCallOfTeam } from '@/lib/store/calls';
import { findHead } from '@/lib/store/chats';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import type { ClaimedRun } from '../begin';
import { beginOrder } from './begin-order';

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
 * Begins the run that takes it back.
 * @param all whether all that was changed in the same answer is taken back
 * @throws AppError as `beginOrder` does
 */
export async function beginTakingBack(
  db: Database,
  caller: Caller,
  { id, chatId }: Pick<CallRow, 'id' | 'chatId'>,
  { text, all }: { text: string; all: boolean },
): Promise<ClaimedRun> {
  // Of a sub-agent's it is taken back in the chat for which that worked.
  const head = await findHead(db, chatId);
  const order = { server: WORKSPACE_SERVER, tool: UNDO, input: { callId: id, all } };
  return beginOrder(db, caller, head, { text, order });
}
