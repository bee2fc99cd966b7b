/** The outcome of a step's call, by its row in the ledger. Pure. */
import { type CallRow, isFinal } from '@/lib/execution/ledger';
import type { StepState } from '@/lib/plans/progress';
import { isDeep } from '@/lib/values/levels';
import { isRecord } from '@/lib/values/records';

export function stateOf(row: CallRow | undefined): StepState | undefined {
  if (!row) return undefined;
  if (row.status === 'success') return 'done';
  if (row.status === 'unknown') return 'unknown';
  return isFinal(row.status) ? 'failed' : 'open';
}

/**
 * What later steps may refer to: a result's structured content; without that, the JSON in its only text, if it is
 * nested no more deeply than structured content may be.
 */
export function resultOf(row: Pick<CallRow, 'status' | 'result'> | undefined): unknown {
  if (row?.status !== 'success' || !isRecord(row.result)) return undefined;
  const { structuredContent, content } = row.result as { structuredContent?: unknown; content?: unknown };
  if (structuredContent !== undefined) return structuredContent;
  const [only, ...others] = Array.isArray(content) ? content : [];
  if (others.length > 0 || !isRecord(only) || only.type !== 'text') return undefined;
  try {
    const said: unknown = JSON.parse(String(only.text));
    return isDeep(said) ? undefined : said;
  } catch {
    return undefined;
  }
}
