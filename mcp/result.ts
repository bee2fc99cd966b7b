/**
 * The one wrapper around every tool of ours: what `answer` does for any tool, and that what a call did can be asked for by
 * its id.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { keepEffectResult, SealedCallError } from '@/db/queries/effects';
import type { CallContext } from './context';
import type { ToolDefinition } from './define-tool';
import { answer, detailOf, logFailure } from './serving/answer';

export { ToolError } from './serving/answer';

/**
 * Runs one tool call. Never throws.
 * @returns structured content with the same as compact JSON text, or `isError` with a text that may be shown
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
 * The effect has been noted under the call's id already; its result is added as far as that works, also for
 * a caller who has gone: they may ask for it later.
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
