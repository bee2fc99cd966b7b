import 'server-only';
/**
 * Ends the calls of a step whose process died, or which a person had run anew: each goes on from where the ledger
 * says it stands. What nobody was asked about yet does not run; the model is told so and may call again.
 */

import type { UIMessageChunk } from 'ai';
import type { ConnectedTool } from '@/lib/connections/types';
import { findCall } from '@/lib/execution/ledger';
import { errorText } from './error-text';
import { executeCall } from './execute-call';
import type { Call, Gate } from './gate';
import type { TurnContext } from './turn-context';

const INTERRUPTED =
  'The server was restarted before anyone was asked about this call. Nothing ran; make the call again.';

interface Resuming {
  context: TurnContext;
  gate: Gate;
  /** By the name the model knows. */
  offered: ReadonlyMap<string, ConnectedTool>;
  publish(chunk: UIMessageChunk): void;
}

/** Runs the calls in the step's order and publishes what came of each. */
export async function resumeCalls(resuming: Resuming, calls: readonly Call[]): Promise<void> {
  resuming.gate.beginStep();
  const planned: (() => Promise<void>)[] = [];
  for (const call of calls) planned.push(await plan(resuming, call));
  await Promise.all(planned.map((run) => run()));
}

async function plan(resuming: Resuming, call: Call): Promise<() => Promise<void>> {
  const { context, gate, offered, publish } = resuming;
  const fail = (text: string) => async () =>
    publish({ type: 'tool-output-error', toolCallId: call.toolCallId, errorText: text, dynamic: true });
  const tool = offered.get(call.toolName);
  if (!tool) return fail(`The tool ${call.toolName} does not exist here any more. Nothing more ran.`);
  const row = await findCall(context.db, context.runId, call.toolCallId);
  if (row && row.status !== 'pending') gate.resume(call, tool);
  else {
    const verdict = await gate.judge(call);
    if (typeof verdict === 'object' && verdict.type === 'denied')
      return fail(verdict.reason ?? 'Not allowed.');
    if (verdict !== undefined) gate.refuse(call, INTERRUPTED);
  }
  return () => run(resuming, tool, call);
}

async function run({ context, gate, publish }: Resuming, tool: ConnectedTool, call: Call): Promise<void> {
  const { toolCallId, input } = call;
  const { signal } = context;
  try {
    const output = await executeCall({ context, gate, tool, toolCallId, input, signal });
    publish({ type: 'tool-output-available', toolCallId, output, dynamic: true });
  } catch (error) {
    if (gate.watch.isPostponed(toolCallId)) return;
    publish({ type: 'tool-output-error', toolCallId, errorText: errorText(error), dynamic: true });
  }
}
