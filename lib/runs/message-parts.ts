/** What the end of a run does to its message. Pure. */
import { isCall } from '@/lib/approvals/call-parts';
import type { CallRow } from '@/lib/execution/ledger';
import { unresolved } from '@/lib/execution/unresolved';
import { freshDoubt } from '@/lib/unknowns/doubts';
import type { AmberMessage } from './chat-view';

type Part = AmberMessage['parts'][number];

/** Text that was cut off counts as finished: nothing will be added to it. */
export function closeText(parts: Part[]): Part[] {
  return parts.map((part) =>
    (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming'
      ? { ...part, state: 'done' }
      : part,
  );
}

/**
 * What of a failed answer a retry goes on from: everything up to the last call that has an outcome, with the
 * app's own records of calls, without the broken words after it.
 */
export function keepFinishedSteps(parts: Part[]): Part[] {
  const last = parts.findLastIndex(
    (part) => isCall(part) && (part.state.startsWith('output-') || part.state === 'approval-responded'),
  );
  return parts.filter(
    (part, index) =>
      (index <= last && part.type !== 'data-run-error') ||
      part.type === 'data-call' ||
      part.type === 'data-doubt',
  );
}

/** The parts with a card for every call that a person has to look at. */
export function withDoubts(parts: Part[], rows: readonly CallRow[]): Part[] {
  const there = new Set(parts.flatMap((part) => (part.type === 'data-doubt' ? [part.data.callId] : [])));
  const missing = unresolved(rows).filter(({ id }) => !there.has(id));
  const cards = missing.map((row): Part => {
    return { type: 'data-doubt', id: row.toolCallId, data: freshDoubt(row, [], true) };
  });
  const replaced = new Set(cards.map((card) => ('id' in card ? card.id : undefined)));
  const kept = parts.filter((part) => !(part.type === 'data-doubt' && replaced.has(part.id)));
  return cards.length > 0 ? [...kept, ...cards] : parts;
}
