import 'server-only';
/**
 * The ledger: what becomes of every tool call. Every change of a call's status is made here, one step of its life
 * at a time; a step that the table does not know, or that another process has made already, changes nothing.
 */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isNotNullViolation, type Queryable } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { isHeard } from '@/lib/store/outside/outside-requests';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import { metadataOf } from './metadata-of';

const { calls } = schema;

export type CallRow = typeof calls.$inferSelect;
export type CallStatus = CallRow['status'];

/** What may follow what. A status that nothing follows is final: no person, process or late answer changes it. */
export const NEXT: Record<CallStatus, readonly CallStatus[]> = {
  pending: ['permission_required', 'claimed', 'error', 'abort', 'denied', 'superseded'],
  permission_required: ['approved', 'denied', 'superseded', 'expired'],
  approved: ['claimed', 'error', 'abort', 'superseded'],
  claimed: ['dispatched', 'error', 'abort', 'superseded'],
  dispatched: ['dispatched', 'success', 'error', 'abort', 'unknown'],
  success: [],
  error: [],
  abort: [],
  unknown: [],
  denied: [],
  superseded: [],
  expired: [],
};

/** Whether nothing follows any more. */
export function isFinal(status: CallStatus): boolean {
  return NEXT[status].length === 0;
}

/** What may be written along with a step. */
export type Noted = Partial<
  Pick<CallRow, 'decidedBy' | 'grantId' | 'result' | 'resultHash' | 'error' | 'sends'>
>;

/** The process that holds a run: with an older number nothing is written any more. */
export interface Fence {
  runId: string;
  fence: number;
}

/** A call as the model made it. */
export interface NewCall {
  toolCallId: string;
  /** The step of the answer, from 1; 0 for a call beside the conversation. */
  step: number;
  tool: ConnectedTool;
  input: unknown;
}

/** Where a call belongs. */
export interface CallPlace {
  caller: Caller;
  chatId: string;
  runId: string;
}

/**
 * Writes down that a call was made; a call that is there already is left as it is.
 * @param fence of the process that makes it; left out for a call beside the conversation
 * @returns its row, the newest round
 * @throws AppError conflict: the process does not hold the run any more, and nothing is written
 */
export async function openCall(
  db: Queryable,
  place: CallPlace,
  call: NewCall,
  fence?: Fence,
): Promise<CallRow> {
  const made = rowOf(place, call);
  const runId = fence ? heldRun(fence) : made.runId;
  const [inserted] = await db
    .insert(calls)
    .values({ ...made, runId, status: 'pending' })
    .onConflictDoNothing()
    .returning({ createdAt: calls.createdAt, seq: calls.seq })
    .catch(notHeld);
  if (inserted) return { ...made, ...NOTHING_YET, ...inserted, round: 1, status: 'pending', decidedBy: null };
  const opened = await findCall(db, place.runId, call.toolCallId);
  if (!opened) throw new Error('The call was not written down.');
  return opened;
}

/** The run's id as long as the process holds it, and null afterwards, which the table refuses. A process that takes the run waits. */
function heldRun(fence: Fence): SQL {
  const { runs } = schema;
  return sql`(select ${runs.id} from ${runs} where ${holds(fence)} for share)`;
}

function notHeld(error: unknown): never {
  if (!isNotNullViolation(error)) throw error;
  throw new AppError('conflict', 'This answer was given up meanwhile. Nothing ran.');
}

/** Another round of a call that did not happen, which a person had run again: a call with an id of its own. */
export async function openRound(db: Queryable, before: CallRow, decidedBy: string): Promise<void> {
  await db.insert(calls).values({
    ...before,
    id: randomToken(),
    round: before.round + 1,
    status: 'approved',
    decidedBy,
    ...NOTHING_YET,
    seq: undefined,
    createdAt: undefined,
  });
}

const NOTHING_YET = {
  grantId: null,
  ...{ attempts: 0, sends: 0, result: null, resultHash: null, error: null, sealedAt: null },
  ...{ resolution: null, resolvedBy: null, resolvedAt: null },
  ...{ claimedAt: null, dispatchedAt: null, endedAt: null },
};

function rowOf({ caller, chatId, runId }: CallPlace, { toolCallId, step, tool, input }: NewCall) {
  const canonical = canonicalJson(input);
  return {
    id: randomToken(),
    edited: null,
    teamId: caller.teamId,
    chatId,
    runId,
    toolCallId,
    step,
    server: tool.server,
    serverUrl: tool.serverUrl,
    tool: tool.name,
    modelTool: tool.modelName,
    metadata: { ...metadataOf(tool) },
    definitionHash: tool.definitionHash,
    trusted: tool.trusted,
    risk: tool.risk,
    outside: tool.annotations.openWorldHint,
    input: canonical,
    inputHash: sha256Hex(canonical),
  };
}

/** A run's call by the model's id, its newest round. */
export async function findCall(
  db: Queryable,
  runId: string,
  toolCallId: string,
): Promise<CallRow | undefined> {
  const [row] = await db
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.toolCallId, toolCallId)))
    .orderBy(desc(calls.round))
    .limit(1);
  return row;
}

/** Every call of a run, in the order in which they were made. */
export function callsOfRun(db: Queryable, runId: string): Promise<CallRow[]> {
  return db.select().from(calls).where(eq(calls.runId, runId)).orderBy(asc(calls.seq));
}

/**
 * Takes one call a step further, or several steps that need nothing in between.
 * @param row as it was read: when anything has moved it since, nothing happens
 * @param fence of the process that writes; left out where no process holds the run
 * @param only what must hold besides, in the same statement
 * @returns the row as it stands then; nothing when a step was not to be made
 */
export async function advance(
  db: Pick<Queryable, 'update'>,
  row: CallRow,
  to: CallStatus | readonly CallStatus[],
  noted: Noted = {},
  fence?: Fence,
  only?: SQL,
): Promise<CallRow | undefined> {
  const path = typeof to === 'string' ? [to] : to;
  const isSame = and(eq(calls.id, row.id), eq(calls.status, row.status), eq(calls.attempts, row.attempts));
  const [marks] = await walk(db, and(isSame, fence && isHeld(fence), only), path, noted);
  const status = path.at(-1) ?? row.status;
  return marks && { ...row, ...noted, ...marks, status };
}

/** Ends the calls of a run that is over and never sent them. */
export async function endUnsent(db: Queryable, runId: string, why: string): Promise<void> {
  const unsent = inArray(calls.status, ['pending', 'approved', 'claimed']);
  await walk(db, and(eq(calls.runId, runId), unsent), ['abort'], { error: why });
}

/** Takes calls of a run a step further, those that can make it; the others stay. */
export async function advanceAll(
  db: Queryable,
  runId: string,
  toolCallIds: readonly string[],
  to: CallStatus,
  noted: Noted = {},
): Promise<void> {
  if (toolCallIds.length === 0) return;
  const which = and(eq(calls.runId, runId), inArray(calls.toolCallId, [...toolCallIds]));
  await walk(db, which, [to], noted);
}

/** The one statement that changes a status: every step of the path must be one that the table knows. */
function walk(
  db: Pick<Queryable, 'update'>,
  which: SQL | undefined,
  path: readonly CallStatus[],
  noted: Noted,
) {
  const [first, ...others] = path;
  const last = path.at(-1);
  const isPath = others.every((status, at) => NEXT[path[at] as CallStatus].includes(status));
  if (!first || !last || !isPath) throw new Error(`The ledger knows no way of ${path.join(' -> ')}.`);
  const before = (Object.keys(NEXT) as CallStatus[]).filter((status) => NEXT[status].includes(first));
  return db
    .update(calls)
    .set({ ...noted, ...storableError(noted), ...Object.assign({}, ...path.map(marksOf)), status: last })
    .where(and(which, inArray(calls.status, before)))
    .returning({
      attempts: calls.attempts,
      claimedAt: calls.claimedAt,
      dispatchedAt: calls.dispatchedAt,
      endedAt: calls.endedAt,
    });
}

/** Others' words may hold what a column of text does not. */
function storableError({ error }: Noted): Noted {
  return error ? { error: storable(error) } : {};
}

function marksOf(to: CallStatus) {
  if (to === 'claimed') return { claimedAt: sql`now()` };
  if (to === 'dispatched') return { dispatchedAt: sql`now()`, attempts: sql`${calls.attempts} + 1` };
  return isFinal(to) ? { endedAt: sql`now()` } : {};
}

/** The process still holds the run, and nobody has stopped it; what another client calls, somebody still waits for. */
export function isHeld(fence: Fence): SQL {
  const { runs } = schema;
  return sql`exists (select 1 from ${runs} where ${holds(fence)} and ${runs.stopRequestedAt} is null
    and (${runs.tokenId} is null or (${runs.withdrawnAt} is null and ${isHeard})))`;
}

function holds({ runId, fence }: Fence): SQL {
  const { runs } = schema;
  return sql`${runs.id} = ${runId} and ${runs.fence} = ${fence} and ${runs.status} = 'running'`;
}

/** A call as it stands now. */
export async function readCall(db: Queryable, id: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(calls).where(eq(calls.id, id));
  return row;
}

/** From now on our own tools take no effect under this call's id any more: what they did by then is all. */
export async function seal(db: Queryable, row: CallRow): Promise<void> {
  await db.update(calls).set({ sealedAt: sql`now()` }).where(eq(calls.id, row.id));
}

/** Who changed a call's arguments before it ran, and what they were: canonical JSON. */
export interface Edited {
  by: { id: string; name: string };
  before: string;
}

/** The call that waits means something else by now: what its new card shows. */
export async function noteMeaning(
  db: Queryable,
  runId: string,
  toolCallId: string,
  { definitionHash, input, edited }: { definitionHash: string; input: unknown; edited: Edited | null },
): Promise<void> {
  const canonical = canonicalJson(input);
  await db
    .update(calls)
    .set({ definitionHash, input: canonical, inputHash: sha256Hex(canonical), edited })
    .where(
      and(eq(calls.runId, runId), eq(calls.toolCallId, toolCallId), eq(calls.status, 'permission_required')),
    );
}
