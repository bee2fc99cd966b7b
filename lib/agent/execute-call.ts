import 'server-only';
/**
 * Where a call really runs. Everything that let it through is looked at once more here, right before it is
 * sent: that it was judged, that its mode still allows it, that its permission is unused and still means the
 * same. In any doubt it is an error to the model and nothing runs. The ledger says how far the call has come: one
 * that has ended answers what is stored, one that another process left goes on from there.
 */

import type { Transaction } from '@/db/client';
import { claim, claimByGrant, findPermission, type PresentCall } from '@/lib/approvals/claim';
import { previewHash } from '@/lib/approvals/request';
import { judgeNow, standingNow } from '@/lib/approvals/standing';
import type { CallOutput } from '@/lib/execution/call-record';
import { isSameTool } from '@/lib/execution/call-rows';
import { type Ended, endOf, resultHash } from '@/lib/execution/ended';
import { advance, type CallRow, findCall, isFinal, openCall, readCall } from '@/lib/execution/ledger';
import { sendCall } from '@/lib/execution/send-call';
import { isStricter } from '@/lib/policy/policy';
import type { ApprovalRow } from '@/lib/store/approvals';
import { findGiver } from '@/lib/store/grants';
import type { ConnectedTool } from '@/lib/tools/types';
import { showsTheSame } from '@/lib/unknowns/may-rerun';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { errorText, isOfTheSystem } from './error-text';
import type { Gate } from './gate';
import type { TurnContext } from './turn-context';

export type { CallOutput };

export interface Execution {
  context: TurnContext;
  gate: Gate;
  tool: ConnectedTool;
  toolCallId: string;
  input: unknown;
  signal: AbortSignal;
}

const USED_UP = 'What was allowed ahead does not hold any more. Nothing ran; call again to ask.';
const OTHER_INPUT = 'This call was judged with other arguments. Nothing ran; call again.';

/** Runs a call in its turn. Throws what the model is to read as the call's error. */
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

async function runInTurn(execution: Execution): Promise<CallOutput> {
  const { context, gate, tool, toolCallId } = execution;
  const row = await callOf(execution);
  const isOver = isFinal(row.status);
  const isOpen = !isOver && row.status !== 'dispatched';
  if (isOpen && gate.watch.postpones(toolCallId, tool)) throw new Error('This call waits.');
  const ended = isOver ? endOf(row) : await run(execution, row);
  // Its card tells when it was sent, and how often.
  const isSince = ended.status === 'unknown' && !isOver;
  const now = isSince ? await readCall(context.db, row.id) : undefined;
  gate.watch.noteEnd(now ?? row, tool, ended, !isOver);
  if (ended.status === 'success') return ended.output;
  throw new Error(ended.text);
}

async function callOf({ context, gate, tool, toolCallId, input }: Execution): Promise<CallRow> {
  const opened = gate.openedCall(toolCallId) ?? (await findCall(context.db, context.runId, toolCallId));
  return opened ?? openCall(context.db, context, { toolCallId, step: gate.step, tool, input }, context.fence);
}

async function run(execution: Execution, row: CallRow): Promise<Ended> {
  const { context, gate, tool, toolCallId } = execution;
  const { db, fence, connections, tell, tellLog, elicit, assertHeard } = context;
  const signal = stoppable(execution);
  // What was judged, shown and decided is what runs.
  const input: unknown = JSON.parse(row.input);
  const isSent = row.status === 'dispatched';
  const confirmed = row.decidedBy !== null || row.round > 1 || gate.hadCard(toolCallId);
  let claimed = row;
  try {
    const refusal = gate.refusalOf(toolCallId);
    if (refusal) throw new Error(refusal);
    // What was sent can only be settled; whether it may be sent again its rights decide as of now.
    if (!isSent) claimed = await permitted(execution, row);
    else if (!confirmed) await assertAllowed(execution, row);
  } catch (error) {
    if (isOfTheSystem(error)) throw error;
    if (isSent)
      return sendCall({
        db,
        connections,
        tool,
        input,
        row,
        fence,
        confirmed: true,
        signal,
        tell,
        tellLog,
        elicit,
        assertHeard,
      });
    return refused(execution, row, errorText(error));
  }
  const giver = claimed.grantId ? await findGiver(db, claimed.grantId) : undefined;
  const allowed = giver && { by: { id: giver.id, name: giver.name }, at: giver.at.toISOString() };
  return sendCall({
    ...{
      db,
      connections,
      tool,
      input,
      row: claimed,
      fence,
      signal,
      tell,
      tellLog,
      allowed,
      elicit,
      assertHeard,
    },
    confirmed: confirmed || claimed.decidedBy !== null,
  });
}

/** Aborted with the answer, or when somebody stops this call alone. */
function stoppable({ context, toolCallId, signal }: Execution): AbortSignal {
  const alone = context.stopOf?.(toolCallId);
  return alone ? AbortSignal.any([signal, alone]) : signal;
}

async function refused({ context }: Execution, row: CallRow, text: string): Promise<Ended> {
  const ended: Ended = { status: 'error', text };
  await advance(context.db, row, 'error', { error: text, resultHash: resultHash(ended) });
  return ended;
}

/** The mode and the role of this moment let it run without asking. */
async function assertAllowed(execution: Execution, row: CallRow): Promise<void> {
  const verdict = await verdictOf(execution, row);
  if (verdict.effect !== 'allow') throw new Error(`${verdict.reason} Nothing ran.`);
}

/**
 * @param tx in which the call is taken: there is no time to ask a server anything
 * @throws when the tool is not what it was when the answer began
 */
async function verdictOf({ context, gate, tool }: Execution, row: CallRow, tx?: Transaction) {
  const { db, chatId, caller, fence } = context;
  const standing = await standingNow(tx ?? db, chatId, caller, fence, row.step);
  const { servers } = gate;
  const version = standing.serversVersion;
  const changed = tx ? servers.changeSinceLook(tool, version) : await servers.changeOf(tool, version);
  if (changed) throw new Error(changed);
  return judgeNow(tool, JSON.parse(row.input), standing);
}

/**
 * Takes the call to be sent.
 * @returns its row, claimed by this process
 * @throws why it may not run
 */
async function permitted(execution: Execution, row: CallRow): Promise<CallRow> {
  const { context, gate, toolCallId, input } = execution;
  if (sha256Hex(canonicalJson(input)) !== row.inputHash) throw new Error(OTHER_INPUT);
  if (!gate.wasAsked(toolCallId) && row.round === 1) return unasked(execution, row);
  const [present, permission] = await Promise.all([presentCall(execution), findPermission(context.db, row)]);
  if (row.round > 1) return anotherRound(execution, row, present);
  if (!permission) throw new Error('This call was not confirmed, or was used already. Nothing ran.');
  return takePermission(execution, row, permission, present);
}

/**
 * By the rules of this very moment, in the transaction that takes the call: they may have changed since it was decided.
 * @returns the grant by which a call runs that was only held back
 */
async function judgeAgain(
  execution: Execution,
  row: CallRow,
  permission: ApprovalRow,
  tx: Transaction,
): Promise<string | undefined> {
  const verdict = await verdictOf(execution, row, tx);
  if (verdict.effect === 'deny') throw new Error(`${verdict.reason} Nothing ran.`);
  // Nobody decided a held call: it may run only while the policy lets it run without asking.
  if (permission.kind === 'held') {
    if (verdict.effect === 'allow') return verdict.grantId;
    throw new Error(`${verdict.reason} Nobody was asked about this call and nothing ran; call again to ask.`);
  }
  const asksMore = isStricter(verdict.effect, permission.requirement);
  if (asksMore || (verdict.critical && !permission.critical)) {
    throw new Error(`${verdict.reason} That is more than was asked before; nothing ran, call again to ask.`);
  }
  return undefined;
}

/** Nobody had to be asked: it was allowed ahead, perhaps only so many times, or it needs no permission. */
async function unasked(execution: Execution, row: CallRow): Promise<CallRow> {
  const { context, tool } = execution;
  const { effect, reason, grantId } = await verdictOf(execution, row);
  if (effect === 'deny') throw new Error(`${reason} Nothing ran.`);
  if (effect !== 'allow') {
    throw new Error('This call was not confirmed, or was used already. Nothing ran.');
  }
  if (!isSameTool(tool, row)) throw new Error('The tool has changed since this call was made. Nothing ran.');
  // Nothing is between taking it and sending it: both are marked at once. A process that died may have taken it.
  const isTaken = row.status === 'claimed' && row.decidedBy !== null;
  if (!grantId || isTaken) return row;
  const claimed = await claimByGrant(context.db, row, grantId, context.fence);
  if (!claimed) await context.assertHeard?.();
  if (!claimed) throw new Error(USED_UP);
  return claimed;
}

async function takePermission(
  execution: Execution,
  row: CallRow,
  permission: ApprovalRow,
  present: ConnectedTool,
): Promise<CallRow> {
  const { context, input } = execution;
  const preview =
    permission.kind === 'ask' ? await context.connections.preview(present, input, context.signal) : null;
  const call: PresentCall = {
    runId: context.runId,
    toolCallId: row.toolCallId,
    server: present.server,
    serverUrl: present.serverUrl,
    callsItself: present.callsItself ?? null,
    trusted: present.trusted,
    inputHash: sha256Hex(canonicalJson(input)),
    definitionHash: present.definitionHash,
    previewHash: previewHash(preview),
  };
  const judge = (tx: Transaction) => judgeAgain(execution, row, permission, tx);
  await context.assertHeard?.();
  const claimed = await claim(context.db, row, call, context.fence, judge);
  if (claimed) return claimed;
  await context.assertHeard?.();
  throw new Error(
    'What this call would do has changed since it was confirmed, or it ran already. Nothing ran.',
  );
}

/** A person found that the call did not happen and had it run: the same call, of the same tool. */
async function anotherRound(execution: Execution, row: CallRow, present: ConnectedTool): Promise<CallRow> {
  const { db, connections, signal, fence } = execution.context;
  const isSame = isSameTool(present, row) && (await showsTheSame(db, connections, present, row, signal));
  if (!isSame) throw new Error('What this call would do has changed since this was decided. Nothing ran.');
  const verdict = await verdictOf(execution, row);
  const asksMore = isStricter(verdict.effect, 'ask') || verdict.critical;
  if (asksMore) throw new Error(`${verdict.reason} Nothing ran; call again to ask.`);
  return row.status === 'claimed' ? row : ours(await advance(db, row, 'claimed', {}, fence));
}

function ours(claimed: CallRow | undefined): CallRow {
  if (!claimed) throw new Error('This call was taken by another process. Nothing ran here.');
  return claimed;
}

/** The tool as its server declares it now. */
async function presentCall({ gate, tool }: Execution): Promise<ConnectedTool> {
  const present = await gate.servers.present(tool);
  if (!present) throw new Error('The tool is not there any more. Nothing ran.');
  return present;
}
