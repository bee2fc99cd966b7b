/** How a call that ended well is undone, according to its row. Pure. */
import { type UndoHint, undoArguments } from '@/mcp/serving/undo';
import type { CallRow } from './ledger';

type Called = Pick<CallRow, 'id' | 'trusted' | 'metadata' | 'input'>;

/** What its server declared when the call was made; nothing if the server was not trusted. */
export function undoHintOf({ trusted, metadata }: Called): UndoHint | undefined {
  return trusted ? (metadata.undo as UndoHint | undefined) : undefined;
}

/** The arguments of the undoing call; nothing if the call changed nothing, or its result lacks what they are made of. */
export function undoInput(
  hint: UndoHint,
  { id, input }: Called,
  result: unknown,
): Record<string, unknown> | undefined {
  return undoArguments(hint, { id, input: JSON.parse(input), result });
}
