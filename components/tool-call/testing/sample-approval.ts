/** An approval as the server would send it, for component tests. */
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { DESTRUCTIVE } from '@/mcp/annotations';

/** A trusted destructive call that waits for `u1`, asked a minute ago, open for a day. */
export function sampleApproval(changes: Partial<ApprovalView> = {}): ApprovalView {
  const now = Date.now();
  return {
    id: 'approval-1',
    chatId: 'chat-1',
    toolCallId: 'call-1',
    server: 'amber',
    tool: 'customer_delete',
    title: 'Delete customer',
    description: 'Deletes the customer with its orders and drafts.',
    trusted: true,
    risk: 'destructive',
    annotations: DESTRUCTIVE,
    input: { customerId: 'cus_4f81c02e9a7d' },
    preview: {
      lines: [
        { label: 'Customer', value: 'Halden Optics' },
        { label: '2 orders', value: 'SO-2291', amount: '1,350.00 EUR' },
        { label: '2 orders', value: 'SO-2304', amount: '860.00 EUR' },
        { label: '1 draft invoice', value: 'D-0147', amount: '1,350.00 EUR' },
      ],
    },
    rule: 'destructive',
    reason: 'Destructive calls ask the chat’s owner.',
    requestedBy: { id: 'u1', name: 'Noor Haddad' },
    requestedAt: new Date(now - 60_000).toISOString(),
    expiresAt: new Date(now + 86_400_000).toISOString(),
    status: 'pending',
    shown: 'a'.repeat(64),
    holdSeconds: null,
    held: null,
    requirement: 'ask',
    edited: null,
    denied: false,
    changed: [],
    critical: false,
    grantable: false,
    confirmedBy: [],
    confirmers: null,
    mayDecide: true,
    mayCancel: true,
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    ...changes,
  };
}
