import 'server-only';
/** What monitoring sees of a call being sent: its tool, risk, trust and outcome, never its arguments or its answer. */
import { withIds } from '@/lib/seeing/ids';
import { counted, timed } from '@/lib/seeing/meters';
import { span } from '@/lib/seeing/spans';
import type { ConnectedTool } from '@/lib/tools/types';
import type { Ended } from './ended';
import type { CallRow } from './ledger';

export function seenCall(
  row: Pick<CallRow, 'id' | 'runId'>,
  tool: ConnectedTool,
  send: () => Promise<Ended>,
): Promise<Ended> {
  const { server, name, risk, trusted } = tool;
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'amber.server': server,
    'amber.risk': risk,
    'amber.trusted': trusted,
    'amber.call.id': row.id,
  };
  const startedAt = performance.now();
  return withIds({ run: row.runId, call: row.id }, () =>
    span(`tools/call ${name}`, { kind: 'client', attributes }, async ({ note }) => {
      const ended = await send();
      const outcome = ended.status;
      note({ 'amber.outcome': outcome });
      counted('amber_calls_total', { outcome, risk, trust: trusted ? 'trusted' : 'untrusted' });
      timed('amber_call_seconds', {}, performance.now() - startedAt);
      return ended;
    }),
  );
}

/** Measures the time from a person's Confirm to the sending. Calls that were held on purpose are left out. */
export function seenDispatch(
  card: { decidedAt: Date | null; holdUntil: Date | null } | undefined,
  onSend: (() => void) | undefined,
): (() => void) | undefined {
  if (!card?.decidedAt || card.holdUntil) return onSend;
  const since = card.decidedAt.getTime();
  let isFirst = true;
  return () => {
    if (isFirst) timed('amber_confirm_to_dispatch_seconds', {}, Date.now() - since);
    isFirst = false;
    onSend?.();
  };
}
