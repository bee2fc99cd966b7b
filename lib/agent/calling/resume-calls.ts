import 'server-only';
/**
 * Ends the calls of a step whose process died, or which a person had run again: each continues from its state in the
 * ledger. What was sent is settled whatever the mode, the role or the list of tools says by now. Calls for which nobody
 * was asked yet do not run; the model is told so and may call again.
 */

import type { UIMessageChunk } from 'ai';
import { endRefused } from '@/lib/approvals/hold';
import { type Ended, endOf } from '@/lib/execution/ended';
import { type CallRow, isFinal } from '@/lib/execution/ledger';
import { settleRow } from '@/lib/execution/settle-left';
import { findCall } from '@/lib/store/calls';
import type { ConnectedTool } from '@/lib/tools/types';
import { errorText, isOfTheSystem } from '../error-text';
import type { Call, Gate } from '../gate';
import type { TurnContext } from '../turn-context';
import { type CallOutput, executeCall } from './execute-call';
import { awaitSub } from './hand-over';
import { isFresh } from './looked';

const INTERRUPTED =
  'The server was restarted before anyone was asked about this call. Nothing ran; make the call again.';

interface Resuming {
  context: TurnContext;
  gate: Gate;
  /** Tools offered in this segment, and all that exist; by the name the model knows. */
  offered: Pick<ReadonlyMap<string, ConnectedTool>, 'get'>;
  listed: ReadonlyMap<string, ConnectedTool>;
  /** The run's calls at the start of the segment, by the model's id. */
  rows: ReadonlyMap<string, CallRow>;
  publish(chunk: UIMessageChunk): void;
}

/**
 * Runs the calls in the step's order and publishes the outcome of each.
 * @param step the answer's last, from 1
 */
export async function resumeCalls(resuming: Resuming, step: number, calls: readonly Call[]): Promise<void> {
  const { gate } = resuming;
  gate.beginStep(step);
  if (gate.waitsForPerson) gate.hold();
  const planned: (() => Promise<void>)[] = [];
  for (const call of calls) planned.push(await plan(resuming, call));
  await Promise.all(planned.map((run) => run()));
}

async function plan(resuming: Resuming, call: Call): Promise<() => Promise<void>> {
  const { context, gate, offered, listed } = resuming;
  const { looked } = context;
  const row =
    looked && isFresh(looked)
      ? resuming.rows.get(call.toolCallId)
      : await findCall(context.db, context.runId, call.toolCallId);
  const isSent = row !== undefined && (row.status === 'dispatched' || isFinal(row.status));
  const tool = (isSent ? listed : offered).get(call.toolName);
  if (!tool) return () => withoutTool(resuming, call, row);
  if (row && row.status !== 'pending') gate.resume(call, tool, row);
  else {
    const verdict = await gate.judge(call);
    if (typeof verdict === 'object' && verdict.type === 'denied') {
      return async () => fail(resuming, call, verdict.reason ?? 'Not allowed.');
    }
    if (verdict !== undefined) gate.refuseUnasked(call, INTERRUPTED);
  }
  return () => run(resuming, tool, call);
}

function fail({ publish }: Resuming, { toolCallId }: Call, errorText: string): void {
  publish({ type: 'tool-output-error', toolCallId, errorText, dynamic: true });
}

/** The tool is not available now: a call that was sent is settled without it, any other does not run. */
async function withoutTool(resuming: Resuming, call: Call, row: CallRow | undefined): Promise<void> {
  const { context, gate, publish } = resuming;
  const { toolCallId } = call;
  if (row?.metadata.subAgent && row.status === 'dispatched') {
    const { signal } = context;
    return end(resuming, call, () => awaitSub({ context, gate, toolCallId, signal }, row).then(outputOf));
  }
  const text = `The tool ${call.toolName} cannot be used now. This call did not run; ask for it again.`;
  if (row?.status === 'dispatched' || (row && isFinal(row.status))) {
    const settled = isFinal(row.status)
      ? endOf(row)
      : await context.db.transaction((tx) => settleRow(tx, row));
    const ended: Ended = settled ?? { status: 'error', text: 'Another process goes on with this call.' };
    if (ended.status === 'unknown') gate.watch.unknownCall({ ...row, error: ended.text });
    if (ended.status !== 'success') return fail(resuming, call, ended.text);
    const { output } = ended;
    return publish({ type: 'tool-output-available', toolCallId: call.toolCallId, output, dynamic: true });
  }
  if (row) await endRefused(context.db, row, gate.cardOf(toolCallId), { error: text }, context.fence);
  fail(resuming, call, text);
}

function outputOf(ended: Ended): CallOutput {
  if (ended.status === 'success') return ended.output;
  throw new Error(ended.text);
}

function run(resuming: Resuming, tool: ConnectedTool, call: Call): Promise<void> {
  const { context, gate } = resuming;
  const { toolCallId, input } = call;
  const { signal } = context;
  return end(resuming, call, () => executeCall({ context, gate, tool, toolCallId, input, signal }));
}

/** Publishes the outcome of a call. */
async function end(resuming: Resuming, call: Call, work: () => Promise<CallOutput>): Promise<void> {
  const { gate, publish } = resuming;
  const { toolCallId } = call;
  try {
    const output = await work();
    publish({ type: 'tool-output-available', toolCallId, output, dynamic: true });
  } catch (error) {
    if (gate.watch.isPostponed(toolCallId)) return;
    if (isOfTheSystem(error)) return gate.watch.breakOff(toolCallId, error);
    fail(resuming, call, errorText(error));
  }
}
