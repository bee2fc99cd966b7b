import 'server-only';
/**
 * What a call of another client leaves in the place of its token when a person was asked about it: one message with the
 * card, made anew from the card's rows and the ledger, whatever of it was there before.
 */
import { eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { viewOf } from '@/lib/approvals/approval-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { failOpenCalls } from '@/lib/approvals/call-parts';
import { applyAsked, applyLedger, applyMissing } from '@/lib/approvals/ledger-parts';
import { applyRows, approvalsOfRun } from '@/lib/approvals/settle';
import { type CallRow, callsOfRun } from '@/lib/execution/ledger';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { storeMessage } from '@/lib/runs/finish';
import { withDoubts } from '@/lib/runs/message-parts';
import type { ApprovalRow } from '@/lib/store/approvals';
import type { RunRow } from '@/lib/store/runs';
import { visible } from '@/lib/values/text';

const { runs } = schema;

type Parts = AmberMessage['parts'];

const LATE: Parts[number] = {
  type: 'data-notice',
  data: { text: 'Its client called it off after it had been sent: what came of it stands here.' },
};

const NEVER_RAN = 'This call never ran.';

/** Tells the call in its message as its card and the ledger have it now. A call that asked nobody has none. */
export async function tellAsked(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'chatId' | 'messageId' | 'client'>,
  isOver = false,
): Promise<void> {
  const cards = await approvalsOfRun(tx, run.id);
  if (cards.length === 0) return;
  const calls = await callsOfRun(tx, run.id);
  const [now] = await tx.select({ withdrawnAt: runs.withdrawnAt }).from(runs).where(eq(runs.id, run.id));
  const isLate = now?.withdrawnAt != null && calls.some(({ attempts }) => attempts > 0);
  const parts = [...partsOf(run.client, cards, calls), ...(isLate ? [LATE] : [])];
  const told = isOver ? (failOpenCalls(parts, NEVER_RAN) as Parts) : parts;
  await storeMessage(tx, run, { id: run.messageId, role: 'assistant', parts: told });
}

function partsOf(client: string | null, cards: ApprovalRow[], calls: CallRow[]): Parts {
  const notice: Parts[number] = { type: 'data-notice', data: { text: `Asked by ${nameOf(client)}.` } };
  const asked = applyRows(applyAsked(applyMissing([notice], calls), cards), cards);
  const parts = applyLedger(asked, calls) as Parts;
  const shown = cards.map((card): Parts[number] => {
    return { type: 'data-approval', id: card.toolCallId, data: freshCard(card) };
  });
  // Of a call whose card was replaced only the newest counts.
  return withDoubts([...parts, ...shown.slice(-1)], calls);
}

/** Whoever reads the message is shown the card as it stands then. */
function freshCard(row: ApprovalRow): ApprovalView {
  const nobody = { userId: '', userName: '', teamId: row.teamId, teamName: '', role: 'viewer' as const };
  const found = {
    row,
    status: 'pending' as const,
    requestedByName: '',
    decidedByName: null,
    confirmedBy: [],
    confirmers: null,
    changed: null,
  };
  return viewOf(found, nobody);
}

/** What another client calls itself: data, short, and with everything invisible written out. */
export function nameOf(client: string | null): string {
  return client === null ? 'a client that gave no name' : visible(client);
}
