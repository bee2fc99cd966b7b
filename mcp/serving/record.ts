/**
 * Which read-only tool of the same server shows the record that a call is about, and how its arguments come of the call's own: read
 * before the call for its card, and again once it is done. As `undo.ts` has it, but nothing of a result is known before a call.
 */
import { type UndoHint, undoArguments, undoHintIn } from './undo';

/** In a tool's `_meta`: what shows the record that a call of it is about. */
export const RECORD_META = 'amber/record';

export type RecordHint = Pick<UndoHint, 'tool' | 'arguments'>;

const OF_A_RESULT = /"\$(?:call"|result\.)/;

/** What `_meta` says, where it can be meant. */
export function recordHintIn(said: unknown): RecordHint | undefined {
  const hint = undoHintIn(said);
  if (!hint || hint.when !== undefined || OF_A_RESULT.test(JSON.stringify(hint.arguments))) return undefined;
  return hint;
}

/** The arguments by which the record of this call is read; nothing: the call does not hold what they are made of. */
export function recordArguments(hint: RecordHint, input: unknown): Record<string, unknown> | undefined {
  return undoArguments(hint, { id: '', input, result: undefined });
}
