import 'server-only';
/**
 * The ledger: the state of every tool call. Every change of a call's status is made here, one step of its life at a
 * time; a step that the table does not know, or that another process has made already, changes nothing.
 */
import { isNotNullViolation, type Queryable } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  type CallRow,
  findCall,
  insertCall,
  insertRound,
  type NewCallRow,
  updateMeaning,
} from '@/lib/store/calls';
import { type Condition, type Stepping, updateStatus } from '@/lib/store/conversation/call-steps';
import { type HeldRun, isHeldNow } from '@/lib/store/runs';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import { metadataOf } from './metadata-of';

export type { CallRow };
export type CallStatus = CallRow['status'];

/** Which status may follow which. A status with no successor is final: no person, process or late answer changes it. */
export const NEXT: Record<CallStatus, readonly CallStatus[]> = {
  pending: ['permission_required', 'claimed', 'error', 'abort', 'denied', 'superseded'],
  permission_required: ['approved', 'denied', 'superseded', 'expired'],
  approved: ['claimed', 'error', 'abort', 'denied', 'superseded'],
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

/** Whether the status is final. */
export function isFinal(status: CallStatus): boolean {
  return NEXT[status].length === 0;
}

/** What may be written along with a status change. */
export type Noted = Partial<
  Pick<CallRow, 'decidedBy' | 'grantId' | 'rule' | 'result' | 'resultHash' | 'error' | 'sends'>
>;

/** Fencing token of the process that holds a run: writes with an older number are refused. */
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
 * Records that a call was made; a call that is already recorded is left as it is.
 * @param fence of the process that makes it; left out for a call beside the conversation
 * @returns its row, the newest round
 * @throws AppError conflict: this process no longer holds the run, and nothing is written
 */
export function openCall(db: Queryable, place: CallPlace, call: NewCall, fence?: Fence): Promise<CallRow> {
  return openCallBy(db, place, call, (made) => insertCall(db, made, fence && heldOf(fence)));
}

/** The columns that only the database can fill in. */
type Inserted = Pick<CallRow, 'seq' | 'createdAt'>;

/**
 * As `openCall`, with a caller's own insert, which may write something else in the same statement.
 * @param insert returns nothing if the call is already recorded
 */
export async function openCallBy(
  db: Queryable,
  place: CallPlace,
  call: NewCall,
  insert: (made: NewCallRow) => Promise<Inserted | null | undefined>,
): Promise<CallRow> {
  const made = rowOf(place, call);
  const inserted = await insert(made).catch(notHeld);
  if (inserted) return { ...made, ...inserted, status: 'pending' };
  const opened = await findCall(db, place.runId, call.toolCallId);
  if (!opened) throw new Error('The call was not written down.');
  return opened;
}

/** The fence in the shape the store takes. */
export const heldOf = ({ runId, fence }: Fence): HeldRun => ({ id: runId, fence });

function notHeld(error: unknown): never {
  if (!isNotNullViolation(error)) throw error;
  throw new AppError('conflict', 'This answer was given up meanwhile. Nothing ran.');
}

/** Another round of a call that did not happen and that a person asked to run again; it gets an id of its own. */
export async function openRound(db: Queryable, before: CallRow, decidedBy: string): Promise<void> {
  const { seq: _, createdAt: __, ...same } = before;
  const round = before.round + 1;
  await insertRound(db, { ...same, ...NOTHING_YET, id: randomToken(), round, decidedBy });
}

const NOTHING_YET = {
  round: 1,
  decidedBy: null,
  grantId: null,
  rule: null,
  attempts: 0,
  sends: 0,
  result: null,
  resultHash: null,
  error: null,
  sealedAt: null,
  resolution: null,
  resolvedBy: null,
  resolvedAt: null,
  claimedAt: null,
  dispatchedAt: null,
  endedAt: null,
  contentsErasedAt: null,
};

function rowOf({ caller, chatId, runId }: CallPlace, { toolCallId, step, tool, input }: NewCall) {
  const canonical = canonicalJson(input);
  return {
    id: randomToken(),
    ...NOTHING_YET,
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
    // What a sub-agent answers was written by a model. If it read anything from outside, its own calls mark the whole
    // tree.
    outside: tool.annotations.openWorldHint && !tool.subAgent,
    input: canonical,
    inputHash: sha256Hex(canonical),
  };
}

/**
 * Moves one call a status further, or through several statuses at once.
 * @param row as it was read: if anything has moved it since, nothing happens
 * @param fence of the process that writes; left out where no process holds the run
 * @param only further conditions, checked in the same statement
 * @returns the row as it is now; nothing if the step was not allowed
 */
export async function advance(
  db: Pick<Queryable, 'update'>,
  row: CallRow,
  to: CallStatus | readonly CallStatus[],
  noted: Noted = {},
  fence?: Fence,
  only?: Condition,
): Promise<CallRow | undefined> {
  const path = typeof to === 'string' ? [to] : to;
  const [marks] = await walk(db, { row, held: fence && heldOf(fence), only }, path, noted);
  const status = path.at(-1) ?? row.status;
  return marks && { ...row, ...noted, ...marks, status };
}

/**
 * Ends a call that was never sent, because of what now stands against it. Only for the process that holds the run:
 * another process that has taken over finds the call as it was, and its decision still counts.
 * @returns whether it was ended
 */
export async function endRefusedCall(
  db: Queryable,
  row: CallRow,
  to: 'error' | 'denied',
  noted: Noted,
  fence: Fence,
): Promise<boolean> {
  return (await advance(db, row, to, noted, undefined, isHeldNow(heldOf(fence)))) !== undefined;
}

const UNSENT: readonly CallStatus[] = ['pending', 'approved', 'claimed'];

/** Ends the calls of a finished run that were never sent. */
export async function endUnsent(db: Queryable, runId: string, why: string): Promise<void> {
  await walk(db, { runId }, ['abort'], { error: why }, UNSENT);
}

/** Moves those calls of a run that may make the step; the others stay as they are. */
export async function advanceAll(
  db: Queryable,
  runId: string,
  toolCallIds: readonly string[],
  to: CallStatus,
  noted: Noted = {},
): Promise<void> {
  if (toolCallIds.length > 0) await walk(db, { runId, toolCallIds }, [to], noted);
}

/** Every step of the path must be one that the table allows. */
function walk(
  db: Pick<Queryable, 'update'>,
  which: Stepping,
  path: readonly CallStatus[],
  noted: Noted,
  from = Object.keys(NEXT) as readonly CallStatus[],
) {
  const [first, ...others] = path;
  const last = path.at(-1);
  const isPath = others.every((status, at) => NEXT[path[at] as CallStatus].includes(status));
  if (!first || !last || !isPath) throw new Error(`The ledger knows no way of ${path.join(' -> ')}.`);
  const before = from.filter((status) => NEXT[status].includes(first));
  return updateStatus(db, which, before, {
    ...noted,
    // Other people's words may hold characters that a text column cannot store.
    ...(noted.error ? { error: storable(noted.error) } : {}),
    status: last,
    isClaimed: path.includes('claimed'),
    isDispatched: path.includes('dispatched'),
    isEnded: isFinal(last),
  });
}

/** Who changed a call's arguments before it ran, and what they were: canonical JSON. */
export interface Edited {
  by: { id: string; name: string };
  before: string;
}

/** What a waiting call means now, after its tool or its arguments have changed. */
interface Meaning {
  tool: Parameters<typeof metadataOf>[0] & Pick<ConnectedTool, 'definitionHash'>;
  input: unknown;
  edited: Edited | null;
  /** The tool or its arguments have changed, so what was found about the call when it was made no longer applies. */
  isOther: boolean;
}

/** Updates a waiting call to what its new card shows. */
export async function noteMeaning(
  db: Queryable,
  { runId, toolCallId }: Pick<CallRow, 'runId' | 'toolCallId'>,
  { tool, input, edited, isOther }: Meaning,
): Promise<void> {
  const canonical = canonicalJson(input);
  const { definitionHash, annotations } = tool;
  const outside = annotations.openWorldHint && !tool.subAgent;
  const now = { risk: tool.risk, outside, metadata: { ...metadataOf(tool) } };
  const meaning = { definitionHash, input: canonical, inputHash: sha256Hex(canonical), edited };
  await updateMeaning(db, runId, toolCallId, { ...meaning, ...(isOther && now) });
}
