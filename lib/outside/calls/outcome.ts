/** The outcome of another client's call, as the client reads it. Pure. */
import type { CallOutput } from '@/lib/execution/call-record';
import type { CallRow } from '@/lib/execution/ledger';

/** `waits`: a person is asked, or another request is driving it. */
export type OutsideOutcome =
  | { kind: 'result'; output: CallOutput }
  | { kind: 'error'; text: string }
  | { kind: 'waits' };

/** If a person changed the arguments, the client is told, so that it does not think its own were used. */
export function withEdit(outcome: OutsideOutcome, { edited }: Pick<CallRow, 'edited'>): OutsideOutcome {
  if (!edited || outcome.kind === 'waits') return outcome;
  const note = `Before it ran, ${JSON.stringify(edited.by.name)} changed the arguments on the card. You had given: ${edited.before}`;
  if (outcome.kind === 'error') return { kind: 'error', text: `${note}\n${outcome.text}` };
  const { output } = outcome;
  return {
    kind: 'result',
    output: { ...output, content: [{ type: 'text', text: note }, ...output.content] },
  };
}
