/**
 * The wrapper around all of our own tools: does what `answer` does for any tool, and records results so that they can
 * be looked up by the call's id.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { keepEffectResult, SealedCallError } from '@/db/queries/effects';
import type { CallContext } from './context';
import type { ToolDefinition } from './define-tool';
import { answer, detailOf, logFailure } from './serving/answer';

export { ToolError } from './serving/answer';

/**
 * Runs one tool call. Never throws.
 * @returns structured content, and the same as compact JSON text; or `isError` with a text that may be shown
 */
export function runTool(tool: ToolDefinition, args: unknown, context: CallContext): Promise<CallToolResult> {
  return answer(tool, args, {
    signal: context.signal,
    run: async (input) => tool.run(input, context),
    onDone: async (result) => {
      if (!tool.annotations.readOnlyHint) await keepResult(tool.name, context, result);
    },
    mayBeShown: (error) => error instanceof SealedCallError,
  });
}

/**
 * The effect is already recorded under the call's id; the result is added if possible, even if the caller has gone:
 * they may ask for it later.
 */
async function keepResult(
  name: string,
  { db, teamId, callId }: CallContext,
  result: Record<string, unknown>,
): Promise<void> {
  if (callId === undefined) return;
  try {
    await keepEffectResult(db, { callId, teamId }, result);
  } catch (error) {
    logFailure('effect-result-not-kept', { tool: name, detail: detailOf(error) });
  }
}
