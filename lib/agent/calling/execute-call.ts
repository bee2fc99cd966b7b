import 'server-only';
/**
 * Where a call is actually run. Everything that let it through is checked again right before it is sent: that it was
 * judged, that its mode still allows it, that its permission is unused and still means the same. In any doubt the model
 * gets an error and nothing runs. The ledger says how far the call has come: one that has ended returns the stored
 * answer, one that another process left is continued from there.
 */
import { endRefused } from '@/lib/approvals/hold';
import { assertMayLookUp } from '@/lib/approvals/take-read';
import type { CallOutput } from '@/lib/execution/call-record';
import { toolOfCall } from '@/lib/execution/call-rows';
import { type Ended, endOf, resultHash } from '@/lib/execution/ended';
import { type CallRow, isFinal, openCall } from '@/lib/execution/ledger';
import { seenDispatch } from '@/lib/execution/seen-call';
import { type Sending, sendCall, type Take } from '@/lib/execution/send-call';
import { describeError, log } from '@/lib/log';
import { findCall, findCallById } from '@/lib/store/calls';
import { findGiver } from '@/lib/store/grants';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import { isBuiltIn } from '../built-in';
import { errorText, isOfTheSystem } from '../error-text';
import { readAfter } from '../readings/read-after';
import type { Execution, Taking } from './execution';
import { awaitSub, handOver } from './hand-over';
import { isFresh } from './looked';
import { assertAllowed, assertStillMay, onceMore, permitted } from './permit-call';

export type { CallOutput };

/** Runs a call when it is its turn. Throws the call's error for the model. */
export function executeCall(execution: Execution): Promise<CallOutput> {
  const { gate, toolCallId, signal } = execution;
  const work = gate.queue.run(toolCallId, signal, () =>
    runInTurn(execution).catch((error: unknown) => {
      if (isOfTheSystem(error)) gate.watch.breakOff(toolCallId, error);
      throw error;
    }),
  );
  gate.watch.add(work);
  return work;
}

async function runInTurn(begun: Execution): Promise<CallOutput> {
  const row = await callOf(begun);
  const execution = { ...begun, tool: toolOfCall(begun.tool, row) };
  const { context, gate, tool, toolCallId } = execution;
  const isOver = isFinal(row.status);
  const isOpen = !isOver && row.status !== 'dispatched';
  if (isOpen && gate.watch.postpones(toolCallId, tool)) throw new Error('This call waits.');
  const ended = isOver ? endOf(row) : await run(execution, row);
  // Its card shows when it was sent, and how often.
  const isSince = ended.status === 'unknown' && !isOver;
  const now = isSince ? await findCallById(context.db, row.id) : undefined;
  gate.watch.noteEnd(now ?? row, tool, ended, !isOver);
  if (ended.status === 'success') return ended.output;
  throw new Error(ended.text);
}

async function callOf({ context, gate, tool, toolCallId, input }: Execution): Promise<CallRow> {
  const { looked } = context;
  const known = gate.openedCall(toolCallId);
  // If a call is resumed, its row is read again, unless that was just done.
  const isNew = known?.status === 'pending' || (looked !== undefined && isFresh(looked));
  const opened = known && isNew ? known : await findCall(context.db, context.runId, toolCallId);
  return opened ?? openCall(context.db, context, { toolCallId, step: gate.step, tool, input }, context.fence);
}

async function run(execution: Execution, row: CallRow): Promise<Ended> {
  const { context, gate, toolCallId } = execution;
  const isSent = row.status === 'dispatched';
  if (execution.tool.risk !== 'read-only') await gate.watch.read();
  const isHandedOver = execution.tool.subAgent === true;
  if (isSent && isHandedOver) return awaitSub(withStop(execution), row);
  const confirmed = row.decidedBy !== null || row.round > 1 || gate.cardOf(toolCallId)?.kind === 'ask';
  let taking: Taking = { row };
  try {
    const refusal = gate.refusalOf(toolCallId);
    if (refusal) throw new Error(refusal);
    // A call that was sent can only be settled; its rights decide now whether it may be sent again.
    if (!isSent) taking = await permitted(execution, row);
    else if (!confirmed) await assertAllowed(execution, row);
  } catch (error) {
    if (isOfTheSystem(error)) throw error;
    if (isSent) return sendCall({ ...sendingOf(execution, row), confirmed: true });
    return refused(execution, row, errorText(error));
  }
  if (isHandedOver) return handOver(withStop(execution), taking);
  const { grantId } = taking.row;
  const giver = grantId === null ? undefined : await findGiver(context.db, grantId);
  const allowed = giver && { by: { id: giver.id, name: giver.name }, at: giver.at.toISOString() };
  const ended = await sendCall({
    ...sendingOf(execution, taking.row),
    allowed,
    take: taking.take && told(taking.take),
    again: told((row) => onceMore(execution)(row)),
    confirmed: confirmed || taking.confirmed === true || taking.row.decidedBy !== null,
  });
  if (gate.cardOf(toolCallId)?.preview) readRecord(execution, row);
  return ended;
}

/**
 * Reads the record that its card had shown again, concurrently with what follows. Changes by our own tools are stored
 * by these themselves.
 */
function readRecord({ context, gate, tool }: Execution, row: CallRow): void {
  const isOurs = tool.server === OWN_SERVER || tool.server === WORKSPACE_SERVER || isBuiltIn(tool);
  if (isOurs || context.signal.aborted) return;
  const reading = readAfter(context, { ...row, ...context, teamId: context.caller.teamId }, tool);
  gate.watch.addReading(
    reading.catch((error: unknown) => log('error', 'reading_after', describeError(error))),
  );
}

function sendingOf(execution: Execution, row: CallRow): Omit<Sending, 'confirmed'> {
  const { db, fence, connections, tell, tellLog, elicit, hearing, closing } = execution.context;
  // Exactly what was judged, shown and decided is run.
  const input: unknown = JSON.parse(row.input);
  const signal = stoppable(execution);
  const onSend = seenDispatch(execution.gate.cardOf(row.toolCallId), execution.context.onSend);
  return {
    db,
    connections,
    tool: execution.tool,
    input,
    row,
    fence,
    signal,
    tell,
    tellLog,
    onSend,
    elicit,
    hearing,
    closing,
    whyStopped: (now) => assertStillMay(execution, now).then(() => undefined, errorText),
    assertLookUp: () => assertMayLookUp(db, row.chatId, execution.tool),
  };
}

/** Whatever stands against it becomes the error for the model. */
function told(take: NonNullable<Taking['take']>): Take {
  return (row) =>
    take(row).catch((error: unknown) => {
      if (isOfTheSystem(error)) throw error;
      return { refused: errorText(error) };
    });
}

const withStop = (execution: Execution): Execution => ({ ...execution, signal: stoppable(execution) });

/** Aborted with the answer, or when somebody stops only this call. */
function stoppable({ context, toolCallId, signal }: Execution): AbortSignal {
  const alone = context.stopOf?.(toolCallId);
  return alone ? AbortSignal.any([signal, alone]) : signal;
}

async function refused({ context, gate }: Execution, row: CallRow, text: string): Promise<Ended> {
  const ended: Ended = { status: 'error', text };
  const noted = { error: text, resultHash: resultHash(ended) };
  await endRefused(context.db, row, gate.cardOf(row.toolCallId), noted, context.fence);
  return ended;
}
