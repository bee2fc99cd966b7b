/** Finds calls that were made already: the model keeps nothing in mind, the prompt tells it how far it has come. */
import type { MadeCall } from './read-prompt';

/** A call to make. */
export interface PlannedCall {
  tool: string;
  input: Record<string, unknown>;
}

/** A call counts as made with what was asked for, whatever somebody changed about it on the card. */
export function findMade(made: readonly MadeCall[], planned: PlannedCall): MadeCall | undefined {
  const input = sorted(planned.input);
  return made.find(
    (call) => call.tool === planned.tool && sorted(call.edited?.given ?? call.input) === input,
  );
}

/** Whether another call of the same tool has run. */
export function hasRunBeside(made: readonly MadeCall[], call: MadeCall): boolean {
  return made.some((other) => other !== call && other.tool === call.tool && other.outcome.kind === 'value');
}

/** JSON with sorted keys: the database may have changed their order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );
}
