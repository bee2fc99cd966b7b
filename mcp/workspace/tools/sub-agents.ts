/**
 * `architect` and `delegate_task`: another run of the assistant with a task of its own. Its calls are judged, asked and
 * recorded like those of the run that started it; that is up to the client, so nothing answers here.
 */
import { z } from 'zod';
import { ToolError } from '../../serving/answer';
import { defineTool, type WorkspaceCall } from '../define-tool';

const output = z.strictObject({ answer: z.string().describe('Its last words') });

const refused = async ({ signal }: WorkspaceCall): Promise<never> => {
  signal.throwIfAborted();
  throw new ToolError('Only the assistant itself hands tasks on. Nothing was done.');
};

export const architect = defineTool({
  name: 'architect',
  title: 'Ask an architect',
  description:
    'Has another assistant look into something with tools that only read, and answers with its plan. It knows nothing of this chat but what you tell it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  subAgent: true,
  input: z.strictObject({
    prompt: z.string().min(1).max(20_000).describe('What is to be planned'),
    context: z.string().max(50_000).optional().describe('What it must know for that'),
  }),
  output,
  run: (_, call) => refused(call),
});

export const delegateTask = defineTool({
  name: 'delegate_task',
  title: 'Delegate a task',
  description:
    'Has another assistant do a task with the tools that you have, and answers with its last words. It knows nothing of this chat but what you tell it; what would ask a person asks one there as well.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  subAgent: true,
  input: z.strictObject({
    role: z.string().min(1).max(200).describe('As what it works, such as: reviewer'),
    taskPrompt: z.string().min(1).max(50_000).describe('All that it must know to do the task'),
    files: z.array(z.string().min(1).max(1000)).max(50).optional().describe('Paths that it is about'),
  }),
  output,
  run: (_, call) => refused(call),
});
