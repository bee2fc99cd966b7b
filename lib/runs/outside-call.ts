import 'server-only';
/**
 * One call of another client, as a run of its own: judged by the gate, written into the ledger, asked about with the
 * same card. It differs from a call of a chat in one thing: once a person has let it run it runs only for a client that
 * still waits for it, or asks for the same once more.
 */
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { errorText } from '@/lib/agent/error-text';
import { executeCall } from '@/lib/agent/execute-call';
import { Gate } from '@/lib/agent/gate';
import { resumeCalls } from '@/lib/agent/resume-calls';
import { approvalsOfRun, lockChat, type RunRow, settle, takeRun } from '@/lib/approvals/settle';
import type { Caller, ConnectedTool } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import type { CallOutput } from '@/lib/execution/call-record';
import { callsOfRun } from '@/lib/execution/ledger';
import { settleLeft } from '@/lib/execution/settle-left';
import type { RunDependencies } from './dependencies';
import { announce } from './events';
import { closeLive, type Live, openCallLive } from './live';
import { endIfLapsed, letWait, withdraw } from './outside-end';
import { tellAsked } from './outside-message';
import { type OutsideOutcome, withEdit } from './outside-outcome';
import { owner } from './owner';

const { runs } = schema;

/** Calls of one token that may wait for a person. */
const MOST_WAITING = 20;
const TOO_MANY = `${MOST_WAITING} calls of this token wait for a decision already. Ask once those are decided.`;

/** Who calls: a client with a token of this person. */
export interface OutsideCaller {
  caller: Caller;
  tokenId: string;
  chatId: string;
  /** What the client calls itself; null when it does not say. */
  client: string | null;
}

/**
 * Writes down that a client calls. The same call as one about which a person was asked, and whose outcome nobody has got
 * yet, is that one: there is no second card.
 * @param askedHash of tool and arguments, where a person will be asked; null otherwise
 * @returns the run, and whether it is this request's to drive
 * @throws AppError unauthorized: the token does not hold any more; too_many_requests: so many of its calls wait
 */
export async function beginCall(
  db: Database,
  from: OutsideCaller,
  askedHash: string | null,
): Promise<{ run: RunRow; isNew: boolean }> {
  for (let tries = 0; tries < 5; tries++) {
    const id = await beginRun(db, from, askedHash);
    const [run] = id
      ? await db.select().from(runs).where(eq(runs.id, id))
      : await db.select().from(runs).where(isSame(from.tokenId, askedHash));
    if (run && id) return { run, isNew: true };
    if (!run && askedHash === null) throw gone();
    if (run && !(await isTooOld(db, run))) return { run, isNew: false };
    if (!run && !(await holds(db, from.tokenId))) throw gone();
  }
  throw new AppError(
    'unavailable',
    'The same call comes from too many sides at once. Try again in a moment.',
  );
}

const EXPIRED = 'The token with which this was asked does not hold any more. Nothing ran.';

const gone = () => new AppError('unauthorized', 'This token does not hold any more. Nothing ran.');

/** Of calls that will ask one begins after the other: however many come at once, no more wait than may. */
function beginRun(db: Database, from: OutsideCaller, askedHash: string | null): Promise<string | undefined> {
  if (askedHash === null) return insertRun(db, from, null, sql`for share`);
  return db.transaction(async (tx) => {
    const id = await insertRun(tx, from, askedHash, sql`for no key update`);
    const isTooMany = id && (await tx.$count(runs, waitsOf(from.tokenId))) > MOST_WAITING;
    if (isTooMany) throw new AppError('too_many_requests', TOO_MANY);
    return id;
  });
}

/** In one statement with a look at the token: whoever revokes it waits, or nothing begins. */
async function insertRun(
  db: Queryable,
  { chatId, tokenId, client }: OutsideCaller,
  askedHash: string | null,
  lock: SQL,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`insert into runs (id, chat_id, user_message_id, message_id, status, owner, token_id, client, asked_hash)
      select ${randomToken()}, ${chatId}, '', ${randomToken()}, 'running', ${owner}, tokens.id, ${client}, ${askedHash}
      from tokens where tokens.id = ${tokenId} and revoked_at is null and expires_at > now() ${lock}
      on conflict (token_id, asked_hash) where asked_hash is not null and answered_at is null do nothing
      returning id`,
  );
  return row?.id;
}

/** Its calls that wait for a person, and those that are about to. */
function waitsOf(tokenId: string) {
  const pending = sql`exists (select 1 from approvals where approvals.run_id = runs.id and approvals.status = 'pending')`;
  const unasked = sql`not exists (select 1 from approvals where approvals.run_id = runs.id)`;
  const isOpen = and(inArray(runs.status, ['running', 'waiting']), isNotNull(runs.askedHash));
  return and(eq(runs.tokenId, tokenId), isOpen, or(pending, and(eq(runs.status, 'running'), unasked)));
}

function isSame(tokenId: string, askedHash: string | null) {
  return and(eq(runs.tokenId, tokenId), eq(runs.askedHash, askedHash ?? ''), isNull(runs.answeredAt));
}

async function holds(db: Queryable, tokenId: string): Promise<boolean> {
  const { tokens } = schema;
  const isOpen = and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), sql`${tokens.expiresAt} > now()`);
  return (await db.$count(tokens, isOpen)) > 0;
}

/** Its decision was not used in time, or its outcome is an old one: then this is another call. */
function isTooOld(db: Database, run: RunRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    return endIfLapsed(tx, run);
  });
}

/** What a call is driven with. */
export interface OutsideDrive {
  deps: RunDependencies;
  from: OutsideCaller;
  run: RunRow;
  /** Aborted when the client goes away. */
  gone: AbortSignal;
}

/** Judges a call that has just begun, and runs it or asks about it. */
export function driveNew(drive: OutsideDrive, tool: ConnectedTool, input: unknown): Promise<OutsideOutcome> {
  return driving(drive, async (live) => {
    const { run } = drive;
    const context = contextOf(drive, live, tool);
    const gate = new Gate(context, { tools: new Map([[tool.modelName, tool]]) }, new Map());
    gate.beginStep(1);
    const toolCallId = `call_${randomToken()}`;
    const verdict = await gate.judge({ toolCallId, toolName: tool.modelName, input });
    if (gate.watch.broken) throw gate.watch.broken;
    if (typeof verdict === 'object' && verdict.type === 'denied') {
      return end(drive, { kind: 'error', text: verdict.reason ?? 'Not allowed.' });
    }
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
    return end(drive, outcome);
  });
}

/** Runs a call that a person has let run, from where the ledger says it stands. The run has been taken by this process. */
export function driveDecided(drive: OutsideDrive): Promise<OutsideOutcome> {
  return driving(drive, async (live) => {
    const { deps, run, from } = drive;
    const { tools } = await deps.connectionsFor(from.caller).list();
    const calls = await callsOfRun(deps.db, run.id);
    const row = calls.at(-1);
    if (!row) throw new Error('A call that was asked about is not in the ledger.');
    const tool = tools.find(({ server, name }) => server === row.server && name === row.tool);
    const context = contextOf(drive, live, tool);
    const cards = await approvalsOfRun(deps.db, run.id);
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
    await resumeCalls({ context, gate, offered, listed: offered, publish }, row.step, [call]);
    await gate.watch.settled();
    if (gate.watch.broken) throw gate.watch.broken;
    return withEdit(await end(drive, outcome), row);
  });
}

/** This process holds the run meanwhile: its heart beats, a revoked token stops it, and a shutdown waits for it. */
async function driving(
  { run }: OutsideDrive,
  work: (live: Live) => Promise<OutsideOutcome>,
): Promise<OutsideOutcome> {
  const live = openCallLive(run.chatId, run.id);
  try {
    return await work(live);
  } finally {
    closeLive(live);
  }
}

/** What only reads stops when its client goes away; anything else is seen to its end, which the ledger keeps. */
function contextOf({ deps, run, from, gone }: OutsideDrive, live: Live, tool: ConnectedTool | undefined) {
  const { caller, chatId } = from;
  const onlyReads = tool?.trusted && tool.risk === 'read-only';
  return {
    db: deps.db,
    caller,
    chatId,
    runId: run.id,
    fence: { runId: run.id, fence: run.fence },
    connections: deps.connectionsFor(caller),
    notify: deps.notify,
    signal: onlyReads ? AbortSignal.any([live.abort.signal, gone]) : live.abort.signal,
    tell: () => {},
    // No `elicit`: nobody is there who could be asked what a server wants to know.
  };
}

/** The card is shown; from here on nobody drives the call until it is decided and somebody comes for it. */
async function park(db: Database, run: RunRow): Promise<void> {
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settle(tx, run.id);
    await letWait(tx, run);
    await tellAsked(tx, run);
  });
  await announce(db, run.chatId);
}

/** The call is over. When its client has gone meanwhile, its outcome stays for whoever asks the same again. */
async function end(
  { deps: { db }, run, gone }: OutsideDrive,
  outcome: OutsideOutcome,
): Promise<OutsideOutcome> {
  const ended = { status: 'done' as const, endedAt: sql`now()` };
  const answered = gone.aborted ? {} : { answeredAt: sql`now()` };
  const isOurs = and(eq(runs.id, run.id), eq(runs.status, 'running'), eq(runs.fence, run.fence));
  if (run.askedHash === null) {
    await db
      .update(runs)
      .set({ ...ended, ...answered })
      .where(isOurs);
    return outcome;
  }
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settleLeft(tx, run.id);
    await tx
      .update(runs)
      .set({ ...ended, ...answered })
      .where(isOurs);
    await tellAsked(tx, run, true);
  });
  await announce(db, run.chatId);
  return outcome;
}

/**
 * Takes a call whose card a person has confirmed, for this process.
 * @returns the run as taken; nothing when another request was faster, it does not wait any more, or its token does not hold
 */
export async function takeCall(db: Database, run: RunRow): Promise<RunRow | undefined> {
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    const [now] = await tx.select().from(runs).where(eq(runs.id, run.id));
    if (now?.status !== 'waiting' || now.stopRequestedAt !== null) return undefined;
    // Its time may have come to an end while its client waited on an answer that was open all along.
    if (!now.tokenId || !(await holds(tx, now.tokenId))) {
      await withdraw(tx, now, EXPIRED);
      return undefined;
    }
    if (!(await takeRun(tx, run.id, owner))) return undefined;
    const [taken] = await tx.select().from(runs).where(eq(runs.id, run.id));
    return taken;
  });
}
