/**
 * Which read-only tool of the same server shows the record that a call is about, and how its arguments are derived from
 * the call's: read before the call for its card, and again afterwards. Works like `undo.ts`, but no result is known
 * before a call.
 */
import { type UndoHint, undoArguments, undoHintIn } from './undo';

/** `_meta` key: what shows the record that a call is about. */
export const RECORD_META = 'amber/record';

export type RecordHint = Pick<UndoHint, 'tool' | 'arguments'>;

const OF_A_RESULT = /"\$(?:call"|result\.)/;

/** The declaration in `_meta`, if it is valid. */
export function recordHintIn(said: unknown): RecordHint | undefined {
  const hint = undoHintIn(said);
  if (!hint || hint.when !== undefined || OF_A_RESULT.test(JSON.stringify(hint.arguments))) return undefined;
  return hint;
}

/** The arguments that read this call's record; nothing if the call lacks what they are made of. */
export function recordArguments(hint: RecordHint, input: unknown): Record<string, unknown> | undefined {
  return undoArguments(hint, { id: '', input, result: undefined });
}
