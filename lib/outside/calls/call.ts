import 'server-only';
/**
 * Another client's call as a run of its own: judged by the gate, recorded in the ledger, confirmed on the same card.
 * One thing differs from a call in a chat: after a person has confirmed it, it runs only for a client that still waits
 * for it or makes the same call again.
 */
import type { Database, Queryable } from '@/db/client';
import { randomToken } from '@/db/ids';
import { executeCall } from '@/lib/agent/calling/execute-call';
import { resumeCalls } from '@/lib/agent/calling/resume-calls';
import { errorText } from '@/lib/agent/error-text';
import { Gate } from '@/lib/agent/gate';
import { settle } from '@/lib/approvals/settle';
import { OPEN_MINUTES } from '@/lib/elicitation/elicitation-view';
import type { Elicit } from '@/lib/execution/asking';
import type { CallOutput, CallRecord } from '@/lib/execution/call-record';
import { Unheard } from '@/lib/execution/heard';
import { settleLeft } from '@/lib/execution/settle-left';
import { formAsker } from '@/lib/runs/ask-form';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { announce } from '@/lib/runs/follow/events';
import { closeLive, type Live, openCallLive } from '@/lib/runs/follow/live';
import { owner } from '@/lib/runs/owner';
import { seenWaits } from '@/lib/runs/seen-run';
import { withIds } from '@/lib/seeing/ids';
import { listApprovalsOfRun } from '@/lib/store/approvals';
import { listCallsOfRun } from '@/lib/store/calls';
import { lockChat } from '@/lib/store/chats';
import { endingWithCall, findRunHeard, markDone, type OutsideRun } from '@/lib/store/outside/outside-runs';
import { tokenHolds } from '@/lib/store/outside/tokens';
import type { RunRow } from '@/lib/store/runs';
import { findHeldRun, findRun, takeRun } from '@/lib/store/runs';
import { merelyReads } from '@/lib/tools/merely-reads';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import type { OutsideCaller } from './begin';
import { letWait, WITHDRAWN, withdraw } from './end';
import { tellAsked } from './message';
import { type OutsideOutcome, withEdit } from './outcome';
import type { WaitingRequest } from './request';

/** Everything needed to drive a call. */
export interface OutsideDrive {
  deps: RunDependencies;
  from: OutsideCaller;
  run: OutsideRun;
  /** The request that waits for the outcome. */
  request: WaitingRequest;
  /** Receives the progress that its server reports. */
  tell?(record: CallRecord): void;
  /** Its client cancels by closing the answer, as from 2026-07-28 on. */
  endsWithAnswer: boolean;
  /** The connections it is called through. */
  connections: Connections;
  /** Called when a connected server has opened a form; absent: the server may ask nothing. */
  onForm?: ((id: string) => void) | undefined;
}

/** Judges a call that has just begun, and runs it or asks about it. */
export function driveNew(drive: OutsideDrive, tool: ConnectedTool, input: unknown): Promise<OutsideOutcome> {
  return driving(drive, async (live) => {
    const { run, request } = drive;
    let isClosed = false;
    // A call that asks nobody closes its run in the same statement.
    const closing = (db: Queryable) => {
      isClosed = true;
      return endingWithCall(db, run, request.key, request.isListening);
    };
    const context = { ...contextOf(drive, live, tool), ...(run.askedHash === null && { closing }) };
    const gate = new Gate(context, { tools: new Map([[tool.modelName, tool]]) }, new Map());
    gate.beginStep(1);
    const toolCallId = `call_${randomToken()}`;
    const verdict = await gate.judge({ toolCallId, toolName: tool.modelName, input });
    if (gate.watch.broken) throw gate.watch.broken;
    if (typeof verdict === 'object' && verdict.type === 'denied') {
      return end(drive, { kind: 'error', text: verdict.reason ?? 'Not allowed.' });
    }
    if (request.isCalledOff) await context.hearing.assertHeard();
    if (verdict !== undefined) {
      await gate.record({ approvalId: randomToken(), toolCallId });
      await park(drive.deps.db, run);
      return { kind: 'waits' };
    }
    const { signal } = context;
    const done = executeCall({ context, gate, tool, toolCallId, input, signal }).then(
      (output): OutsideOutcome => ({ kind: 'result', output }),
      (error): OutsideOutcome => ({ kind: 'error', text: errorText(error) }),
    );
    const outcome = await done;
    if (gate.watch.broken) throw gate.watch.broken;
    if (!isClosed) return end(drive, outcome);
    request.endedWithCall();
    return outcome;
  });
}

/** Runs a call that a person has confirmed, from where the ledger says it stands. This process has already taken the run. */
export function driveDecided(drive: OutsideDrive): Promise<OutsideOutcome> {
  return driving(drive, async (live) => {
    const { deps, run } = drive;
    const { tools } = await drive.connections.list();
    const calls = await listCallsOfRun(deps.db, run.id);
    const row = calls.at(-1);
    if (!row) throw new Error('A call that was asked about is not in the ledger.');
    const tool = tools.find(({ server, name }) => server === row.server && name === row.tool);
    const context = contextOf(drive, live, tool);
    const cards = await listApprovalsOfRun(deps.db, run.id);
    seenWaits(run, cards);
    const rows = new Map(cards.map((card) => [card.toolCallId, card]));
    const offered = new Map(tools.map((one) => [one.modelName, one]));
    const gate = new Gate(context, { tools: offered }, rows);
    let outcome: OutsideOutcome = { kind: 'error', text: 'This call did not run.' };
    const publish: Parameters<typeof resumeCalls>[0]['publish'] = (chunk) => {
      if (chunk.type === 'tool-output-available')
        outcome = { kind: 'result', output: chunk.output as CallOutput };
      if (chunk.type === 'tool-output-error') outcome = { kind: 'error', text: chunk.errorText };
    };
    const { toolCallId, modelTool: toolName, input } = row;
    const call = { toolCallId, toolName, input: JSON.parse(input) };
    const known = new Map([[toolCallId, row]]);
    await resumeCalls({ context, gate, offered, listed: offered, rows: known, publish }, row.step, [call]);
    await gate.watch.settled();
    if (gate.watch.broken) throw gate.watch.broken;
    return withEdit(await end(drive, outcome), row);
  });
}

const EXPIRED = 'The token with which this was asked does not hold any more.';

/** Holds the run in this process: its heartbeat goes on, a revoked token stops it, and a shutdown waits for it. */
async function driving(
  drive: OutsideDrive,
  work: (live: Live) => Promise<OutsideOutcome>,
): Promise<OutsideOutcome> {
  const live = openCallLive(drive.run.chatId, drive.run.id, drive.run.fence);
  try {
    return await withIds({ run: drive.run.id }, () => work(live));
  } catch (error) {
    if (error instanceof Unheard) return await endUnheard(drive);
    throw error;
  } finally {
    closeLive(live);
  }
}

/**
 * A read-only call stops when its client goes away. Any other call is seen through to its end, which the ledger keeps;
 * a connected server is told if its client cancels the call, as when somebody stops a call in a chat.
 */
function contextOf(
  { deps, run, from, request, ...drive }: OutsideDrive,
  live: Live,
  tool: ConnectedTool | undefined,
) {
  const { caller, chatId } = from;
  const onlyReads = tool && merelyReads(tool);
  const isOurs = tool === undefined || tool.server === OWN_SERVER;
  const cancelled = isOurs ? undefined : drive.endsWithAnswer ? request.abandoned : request.calledOff;
  const ending = onlyReads ? request.abandoned : cancelled;
  return {
    db: deps.db,
    caller,
    chatId,
    runId: run.id,
    fence: { runId: run.id, fence: run.fence },
    connections: drive.connections,
    notify: deps.notify,
    signal: ending ? AbortSignal.any([live.abort.signal, ending]) : live.abort.signal,
    tell: (record: CallRecord) => drive.tell?.(record),
    hearing: {
      settled: () => request.settled(),
      assertHeard: () => assertHeard(deps.db, run.id, request),
    },
    ...(drive.onForm && { elicit: asking(deps.db, live, run, drive.onForm) }),
  };
}

/** A server's question is kept as a row; the client is told of it, and its answer is read from there. */
function asking(db: Database, live: Live, { fence }: OutsideRun, onForm: (id: string) => void): Elicit {
  live.subscribe((chunk) => {
    if (chunk?.type === 'data-elicitation' && chunk.data.status === 'open') onForm(chunk.data.id);
  });
  // Clients get forms only: pages are opened by people in a chat.
  return formAsker({ db, live, fence, until: Date.now() + OPEN_MINUTES * 60_000, formsOnly: true });
}

/** The card is shown; nobody drives the call until it is decided and a client comes for it. */
async function park(db: Database, run: OutsideRun): Promise<void> {
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settle(tx, run.id);
    await letWait(tx, run);
    await tellAsked(tx, run);
  });
  await announce(db, run.chatId);
}

/** @throws Unheard when no request is known to wait for the call */
async function assertHeard(db: Database, runId: string, request: WaitingRequest): Promise<void> {
  await request.settled();
  const found = await findRunHeard(db, runId);
  if (!found?.heard || found.run.withdrawnAt !== null) throw new Unheard();
}

const GONE = 'Its client had gone before it was sent.';

/**
 * Nobody waits for the call any more, and it was not sent. A call that its client withdrew is over; one with a card
 * keeps waiting, with whatever was decided, for a client that makes the same call again.
 */
async function endUnheard(drive: OutsideDrive): Promise<OutsideOutcome> {
  const { deps, run, request } = drive;
  const { db } = deps;
  const outcome = await db.transaction(async (tx): Promise<OutsideOutcome> => {
    await lockChat(tx, run.chatId);
    const now = await findHeldRun(tx, run);
    const [row] = (await listCallsOfRun(tx, run.id)).slice(-1);
    if (!now) return { kind: 'waits' };
    if (row?.status === 'dispatched') throw new Error('A call that was sent cannot be withdrawn.');
    const isAsked = (await listApprovalsOfRun(tx, run.id)).length > 0;
    const why = now.withdrawnAt !== null || request.isCalledOff ? WITHDRAWN : GONE;
    if (isAsked) await letWait(tx, now);
    else await withdraw(tx, now, why, 'running');
    await tellAsked(tx, now);
    return isAsked && now.withdrawnAt === null
      ? { kind: 'waits' }
      : { kind: 'error', text: `${why} Nothing ran.` };
  });
  await announce(db, run.chatId);
  return outcome;
}

/** The call is over. If its client has gone meanwhile, the outcome is kept for a client that makes the same call again. */
async function end(
  { deps: { db }, run, request }: OutsideDrive,
  outcome: OutsideOutcome,
): Promise<OutsideOutcome> {
  const isAnswered = request.isListening;
  if (run.askedHash === null) {
    await markDone(db, run, isAnswered);
    return outcome;
  }
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settleLeft(tx, run.id);
    await markDone(tx, run, isAnswered);
    await tellAsked(tx, run);
  });
  await announce(db, run.chatId);
  return outcome;
}

/**
 * Takes over, for this process, a call whose card a person has confirmed.
 * @returns the run as taken; nothing if another request was faster, it no longer waits, or its token is no longer valid
 */
export async function takeCall(
  db: Database,
  run: RunRow,
  request: WaitingRequest,
): Promise<RunRow | undefined> {
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    const now = await findRun(tx, run.id);
    if (now?.status !== 'waiting' || now.stopRequestedAt !== null) return undefined;
    // The token may have expired while its client waited on an answer that stayed open.
    if (!now.tokenId || !(await tokenHolds(tx, now.tokenId))) {
      await withdraw(tx, now, EXPIRED);
      return undefined;
    }
    // It runs only for a request that still waits.
    if (now.withdrawnAt !== null || !(await request.waits(tx))) return undefined;
    return takeRun(tx, run.id, owner);
  });
}
