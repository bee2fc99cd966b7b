/** What a step's call has come to, by its row in the ledger. Pure. */
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
 * What later steps may name: the structure of a result; of one without, what its only text says as JSON, where that is nested no more
 * deeply than a structure may be.
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
