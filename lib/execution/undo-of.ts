/** How a call that has ended well is taken back, by what stands in its row. Pure. */
import { type UndoHint, undoArguments } from '@/mcp/serving/undo';
import type { CallRow } from './ledger';

type Called = Pick<CallRow, 'id' | 'trusted' | 'metadata' | 'input'>;

/** What its server said when it was made: nothing of a server that nobody vouched for. */
export function undoHintOf({ trusted, metadata }: Called): UndoHint | undefined {
  return trusted ? (metadata.undo as UndoHint | undefined) : undefined;
}

/** The arguments of its inverse; nothing: it changed nothing, or its result does not hold what they are made of. */
export function undoInput(
  hint: UndoHint,
  { id, input }: Called,
  result: unknown,
): Record<string, unknown> | undefined {
  return undoArguments(hint, { id, input: JSON.parse(input), result });
}
