import 'server-only';
/**
 * A person takes back what a call did: a message that orders the call of its tool's inverse, in the chat where the call
 * was made. It goes through gate, card, ledger and receipts like a call of the model's; its arguments are read from the
 * ledger here.
 */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Order } from '@/lib/execution/call-record';
import { isSameServer } from '@/lib/execution/call-rows';
import type { CallRow } from '@/lib/execution/ledger';
import { undoHintOf, undoInput } from '@/lib/execution/undo-of';
import type { Caller } from '@/lib/people/caller';
import { findCallOfTeam } from '@/lib/store/calls';
import { findHead } from '@/lib/store/chats';
import { findUndoing } from '@/lib/store/conversation/undoing';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import type { Connections } from '@/lib/tools/types';
import { canonicalJson } from '@/lib/values/canonical-json';
import type { UndoHint } from '@/mcp/serving/undo';
import { type ClaimedRun, openChat } from '../begin';
import { claimOrder } from './begin-order';

/** The inverse of workspace calls made before their tools named one. */
const OF_BEFORE: UndoHint = { tool: 'workspace_undo', arguments: { callId: '$result.undo' } };

/** A call that may be taken back, as far as its row says. */
export interface ToTakeBack {
  call: CallRow;
  hint: UndoHint;
  input: Record<string, unknown>;
}

/**
 * The call, if this person may take it back.
 * @throws AppError not_found: no such call of one's own that changed something and has an inverse
 */
export async function findToTakeBack(db: Database, caller: Caller, callId: string): Promise<ToTakeBack> {
  const found = await findCallOfTeam(db, caller.teamId, callId);
  const call = found?.owner === caller.userId ? found.call : undefined;
  const hint = call && hintOf(call);
  const { structuredContent } = Object(call?.result) as { structuredContent?: unknown };
  const isDone = call?.status === 'success';
  const input = hint && isDone ? undoInput(hint, call, structuredContent) : undefined;
  if (!call || !hint || !input)
    throw new AppError('not_found', 'There is no such call of yours that could be taken back.');
  return { call, hint, input };
}

function hintOf(call: CallRow): UndoHint | undefined {
  return undoHintOf(call) ?? (call.server === WORKSPACE_SERVER && call.trusted ? OF_BEFORE : undefined);
}

interface Asking {
  db: Database;
  connections: Connections;
  caller: Caller;
}

/**
 * Begins the run that takes it back.
 * @param all for the workspace: whether everything changed in the same answer is taken back
 * @throws AppError not_found: its server no longer names the inverse; conflict: it has been taken back; and as
 * `beginOrder` does
 */
export async function beginTakingBack(
  { db, connections, caller }: Asking,
  found: ToTakeBack,
  { text, all }: { text: string; all: boolean },
): Promise<ClaimedRun> {
  const { call } = found;
  const inverse = await presentInverse(connections, found);
  const ofAnswer = call.server === WORKSPACE_SERVER ? { all } : {};
  const order: Order = { ...inverse, input: { ...found.input, ...ofAnswer }, undoes: call.id };
  return db.transaction(async (tx) => {
    // A sub-agent's call is taken back in the chat for which it worked.
    const head = await findHead(tx, call.chatId);
    await openChat(tx, caller, head);
    // From here on nobody else can begin anything in this chat.
    const undoing = await findUndoing(tx, head, call.id);
    if (undoing.isTaken) throw new AppError('conflict', 'This call has been taken back already.');
    if (undoing.isTwice)
      throw new AppError('conflict', 'This call took back one that took back another: it stays.');
    return claimOrder(tx, caller, head, { text, order });
  });
}

/** The inverse that its server names must be the same as when the call was made, and be on. */
async function presentInverse(connections: Connections, { call, hint }: ToTakeBack) {
  const { server } = call;
  const { tools } = await connections.list({ asKnown: true, forOrders: true, waitFor: [server] });
  const tool = tools.find((one) => one.server === server && one.name === call.tool);
  const said = tool?.undo && isSameServer(tool, call) ? tool.undo : undefined;
  const isSame = said !== undefined && canonicalJson(said) === canonicalJson(hint);
  const inverse = isSame && tools.find((one) => one.server === server && one.name === hint.tool);
  if (!inverse)
    throw new AppError('not_found', 'What would take this call back is not there now, or has changed since.');
  return { server, tool: inverse.name };
}
