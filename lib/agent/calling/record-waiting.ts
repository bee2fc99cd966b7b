import 'server-only';
/** Stores the row of a waiting call. */
import { randomToken } from '@/db/ids';
import { freshView } from '@/lib/approvals/approval-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { type AskedCall, insertAsk, insertHeld } from '@/lib/approvals/request';
import type { TurnContext } from '../turn-context';
import type { Request, Waiting } from './waiting';

/** @returns the card's view; null for a held call, which has none */
export async function recordWaiting(
  { db, caller, chatId, runId, fence, notify }: TurnContext,
  request: Request,
  { kind, tool, input, ruling, preview, editors }: Waiting & Pick<AskedCall, 'editors'>,
): Promise<ApprovalView | null> {
  const asked: AskedCall = {
    approvalId: randomToken(),
    sdkApprovalId: request.approvalId,
    toolCallId: request.toolCallId,
    runId,
    chatId,
    tool,
    input,
    ruling,
    editors,
  };
  if (kind === 'held') {
    await insertHeld(db, caller, asked, fence);
    return null;
  }
  return freshView(db, await insertAsk(db, caller, asked, preview, fence, notify), caller);
}
