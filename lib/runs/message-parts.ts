/** What the end of a run does to its message. Pure. */
import { isCall } from '@/lib/approvals/call-parts';
import { isBeside } from '@/lib/execution/call-rows';
import type { CallRow } from '@/lib/execution/ledger';
import { unresolved } from '@/lib/execution/unresolved';
import { type DraftPart, isCallRef, type StoredPart } from './messages/stored-message';

/** Text that was cut off counts as finished: nothing will be added to it. */
export function closeText<Part extends DraftPart>(parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming'
      ? { ...part, state: 'done' as const }
      : part,
  );
}

/**
 * The part of a failed answer from which a retry continues: everything up to the last call that has an outcome, with
 * the app's own records of calls, without the broken text after it.
 */
export function keepFinishedSteps(parts: StoredPart[]): StoredPart[] {
  const last = parts.findLastIndex(
    (part) => isCallRef(part) || (isCall(part) && part.state.startsWith('output-')),
  );
  return parts.filter(
    (part, index) =>
      (index <= last && part.type !== 'data-run-error') ||
      part.type === 'data-call' ||
      part.type === 'data-doubt',
  );
}

/** The parts with a card for every call that a person has to resolve. */
export function withUnknownCalls(parts: StoredPart[], rows: readonly CallRow[]): StoredPart[] {
  const there = new Set(parts.flatMap((part) => (part.type === 'data-doubt' ? [part.data.callId] : [])));
  const missing = unresolved(rows).filter(({ id }) => !there.has(id));
  if (missing.length === 0) return parts;
  const replaced = new Set<string | undefined>(missing.map(({ toolCallId }) => toolCallId));
  const kept = parts.filter((part) => !(part.type === 'data-doubt' && replaced.has(part.id)));
  const cards = missing.map(({ id: callId, toolCallId }): StoredPart => {
    return { type: 'data-doubt', id: toolCallId, data: { callId, checks: [] } };
  });
  return [...kept, ...cards];
}

/**
 * Adds calls that the ledger knows and the message does not: they were made and judged, and perhaps sent, just before
 * the process died without having written its log. Each is placed in the step in which the model made it: what the
 * model had called and learned before must not appear as part of the same step.
 */
export function withMissing(parts: StoredPart[], rows: readonly CallRow[]): StoredPart[] {
  const there = new Set(parts.flatMap((part) => (isCallRef(part) ? [part.toolCallId] : [])));
  const missing = rows.filter((row) => row.round === 1 && !there.has(row.toolCallId) && !isBeside(row));
  const made = [...parts];
  let steps = parts.filter((part) => part.type === 'step-start').length;
  for (const { id: callId, toolCallId, step } of missing) {
    for (; steps < step; steps++) made.push({ type: 'step-start' });
    made.push({ type: 'call', callId, toolCallId });
  }
  return made;
}
