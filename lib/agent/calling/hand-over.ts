import 'server-only';
/** A call that another run answers: what that run does is its own matter, and this one waits for its last words. */
import { type Ended, resultHash } from '@/lib/execution/ended';
import { advance, type CallRow, endRefusedCall } from '@/lib/execution/ledger';
import { errorText, isOfTheSystem } from '../error-text';
import type { TurnContext } from '../turn-context';
import type { TurnWatch } from '../turn-watch';
import type { Execution, Taking } from './execution';

/**
 * Steps that the model may still make: those of sub-agents, and of the runs above this one, are counted together with
 * its own. `isSpent` ends the turn if further steps of those have used the rest.
 * @param most steps that this run has on its own
 */
export async function stepBudget({ subAgents }: TurnContext, watch: TurnWatch, most: number) {
  const beside = (await subAgents?.stepsBeside()) ?? 0;
  const isSpent = async ({ steps }: { steps: readonly unknown[] }) => {
    const now = (await subAgents?.stepsBeside()) ?? 0;
    if (now === 0 || steps.length + now < most) return false;
    watch.isSpent = true;
    return true;
  };
  return { left: most - beside, isSpent };
}

/** Marks the call as sent, and waits. */
export async function handOver(execution: Execution, { row, take }: Taking): Promise<Ended> {
  const { db, fence } = execution.context;
  const path = row.status === 'claimed' ? (['dispatched'] as const) : (['claimed', 'dispatched'] as const);
  let sent: CallRow | undefined;
  try {
    sent = take ? await take(row) : await advance(db, row, path, {}, fence);
  } catch (error) {
    return refused(execution, row, error);
  }
  if (!sent) throw new Error('Another process has taken this call. Nothing ran here.');
  return awaitSub(execution, sent);
}

/** Waits for the sub-agent of a call, whichever process began it. */
export async function awaitSub(awaiting: Awaiting, row: CallRow): Promise<Ended> {
  const { context, gate, toolCallId, signal } = awaiting;
  const began = row.dispatchedAt?.getTime() ?? Date.now();
  const { rule } = row;
  const startedAt = new Date(began).toISOString();
  const record = { toolCallId, startedAt, subAgent: row.id, ...(rule !== null && { rule }) };
  context.tell(record);
  const working = context.subAgents?.work(row, signal);
  const ended = await working?.catch((error: unknown) => refused(awaiting, row, error));
  if (!ended) {
    gate.watch.delegate(toolCallId);
    throw new Error('This call waits.');
  }
  context.tell({ ...record, durationMs: Math.max(0, Date.now() - began), outcome: ended.status });
  return ended;
}

type Awaiting = Pick<Execution, 'context' | 'gate' | 'toolCallId' | 'signal'>;

/** Whatever stands against it becomes the error for the model. */
async function refused({ context }: Awaiting, row: CallRow, error: unknown): Promise<Ended> {
  if (isOfTheSystem(error)) throw error;
  const ended: Ended = { status: 'error', text: errorText(error) };
  const noted = { error: ended.text, resultHash: resultHash(ended) };
  await endRefusedCall(context.db, row, 'error', noted, context.fence);
  return ended;
}
