import 'server-only';
/**
 * A page of a server (MCP Apps) calls a tool: a run of its own, in a place below the call that the page shows, where
 * nothing else is requested. It goes through gate, card, ledger and receipts like a call of the model's, and is judged
 * by the chat above.
 */
import type { Database } from '@/db/client';
import { NOT_ALLOWED } from '@/lib/agent/calling/order';
import { AppError } from '@/lib/errors';
import type { Order } from '@/lib/execution/call-record';
import { endOf } from '@/lib/execution/ended';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { listCallsOfRun } from '@/lib/store/calls';
import { findHead, insertChat, lockChat } from '@/lib/store/chats';
import { countRuns, findRun } from '@/lib/store/runs';
import type { Connections } from '@/lib/tools/types';
import { type ClaimedRun, openChat, titleOf } from '../begin';
import { claimOrder } from '../orders/begin-order';
import { type AppCallState, MOST_APP_CALLS } from './app-view';
import { findShown, toolsOfPage } from './shown-call';

interface Asking {
  db: Database;
  connections: Connections;
  caller: Caller;
}

/**
 * Begins the run that makes the call.
 * @param callId that the page shows
 * @param say makes the text of the message from the tool's title
 * @throws AppError not_found: no such call, or no tool that its page may call; forbidden: its page may not be shown;
 * too_many_requests; conflict: another call of it is running, or one of its cards waits
 */
export async function beginAppCall(
  { db, connections, caller }: Asking,
  callId: string,
  asked: Pick<Order, 'tool' | 'input'>,
  say: (title: string) => Promise<string>,
): Promise<ClaimedRun> {
  const shown = await findShown(db, caller, callId);
  const { callable } = await toolsOfPage(connections, shown);
  const tool = callable.find(({ name }) => name === asked.tool);
  if (!tool) throw new AppError('not_found', 'Its server has no such tool that its page may call now.');
  const order = { server: shown.server, ...asked };
  const text = await say(tool.title);
  return db.transaction(async (tx) => {
    const rootId = await findHead(tx, shown.chatId);
    const { teamId, userId, temporary } = await openChat(tx, caller, rootId);
    const place = await lockChat(tx, shown.id);
    if (!place)
      await insertChat(tx, { id: shown.id, teamId, userId, title: titleOf(text), temporary, rootId });
    else if ((await countRuns(tx, shown.id)) >= MOST_APP_CALLS)
      throw new AppError('too_many_requests', `One page makes at most ${MOST_APP_CALLS} calls. Nothing ran.`);
    return claimOrder(tx, caller, shown.id, { text, order });
  });
}

/**
 * The state of the call.
 * @throws AppError not_found
 */
export async function readAppCall(
  { db, caller }: Pick<Asking, 'db' | 'caller'>,
  callId: string,
  runId: string,
): Promise<AppCallState> {
  await findShown(db, caller, callId);
  const run = await findRun(db, runId);
  if (run?.chatId !== callId) throw new AppError('not_found', 'There is no such call of this page.');
  if (run.status === 'running') return { state: 'working' };
  if (run.status === 'waiting') return { state: 'waits' };
  return stateOf((await listCallsOfRun(db, runId)).at(-1));
}

function stateOf(row: CallRow | undefined): AppCallState {
  if (!row) return { state: 'failed', message: NOT_ALLOWED };
  const ended = endOf(row);
  return ended.status === 'success'
    ? { state: 'done', output: ended.output }
    : { state: 'failed', message: ended.text };
}
