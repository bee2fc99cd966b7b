/** A call with an unknown outcome as the server would send it, for component tests. */
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';

/** A trusted call that was sent once, at noon UTC today or yesterday, and may be resolved. */
export function sampleUnknownCall(changes: Partial<UnknownCallView> = {}): UnknownCallView {
  return {
    callId: 'ledger-1',
    toolCallId: 'call-1',
    server: 'mail-gateway',
    tool: 'invoice_send',
    title: 'Send invoice',
    trusted: true,
    risk: 'destructive',
    input: { invoiceId: 'INV-1182', to: 'paula@bramwell.example' },
    sentAt: '2026-11-20T12:00:07.000Z',
    attempts: 1,
    text: 'The server "mail-gateway" closed the connection.',
    late: null,
    checks: [
      { tool: 'invoice_get', title: 'Get invoice' },
      { tool: 'mail_list', title: 'List sent mail' },
    ],
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    mayResolve: true,
    ...changes,
  };
}
