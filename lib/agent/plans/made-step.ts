import 'server-only';
/** Whether a step of a plan can be made now, and what is recorded if it cannot. */
import type { ShownStep } from '@/lib/plans/plan';
import { type fill, spelled } from '@/lib/plans/references';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';

/** @returns why it cannot */
export function problemOf(
  tool: ConnectedTool | undefined,
  input: ReturnType<typeof fill>,
): string | undefined {
  if ('missing' in input) {
    const { step } = input.missing;
    return `The result of step ${step} has nothing at ${JSON.stringify(spelled(input.missing).slice(0, 200))}.`;
  }
  if (!tool) return 'Its tool is not there.';
  const fits = validateInput(tool, input.value);
  return fits.ok ? undefined : fits.message;
}

/** A tool that no longer exists, as it was shown. */
export function ghost(shown: ShownStep): ConnectedTool {
  const { server, serverUrl, name, modelName, title, trusted, risk, definitionHash, contractHash } = shown;
  return {
    server,
    serverUrl,
    name,
    modelName,
    title,
    trusted,
    risk,
    definitionHash,
    contractHash,
    description: '',
    inputSchema: {},
    declared: {},
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}
