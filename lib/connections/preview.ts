/** What a companion tool answers when asked what would go. */
import { z } from 'zod';
import type { Preview } from '@/mcp/define-tool';
import { ConnectionError, quoted } from './connection-error';
import type { CallOutcome, ConnectedTool } from './types';

const text = z.string().max(500);
const previewAnswer = z.object({
  lines: z.array(z.object({ label: text, value: text, amount: text.optional() })).max(100),
});

/** @throws ConnectionError when the companion refused, or answered something that is no preview. */
export function previewFrom(tool: ConnectedTool, outcome: CallOutcome): Preview {
  const subject = `What ${quoted(tool.name)} would do cannot be told:`;
  if (outcome.isError) throw new ConnectionError(`${subject} ${outcome.text.slice(0, 2000)}`, 'answered');
  const parsed = previewAnswer.safeParse(outcome.structured);
  if (parsed.success) return parsed.data;
  throw new ConnectionError(
    `${subject} ${quoted(tool.preview ?? '')} of "${tool.server}" did not answer as expected.`,
    'answered',
  );
}
